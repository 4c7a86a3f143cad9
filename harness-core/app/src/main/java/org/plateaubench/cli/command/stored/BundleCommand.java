// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.study.Bundle;
import org.plateaubench.app.study.SshSignature;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.StudiesFolder;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "bundle",
        description = {
            "Packs a completed run, or a study with all its runs, into one zip file, which has everything that the"
                    + " verdict is based on, the result and a digest of each file, so that others can check it with"
                    + " ./plateau verify-bundle.",
            "Pages, logs of systems under test and notes are left out."
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau bundle last",
            "  ./plateau bundle 20261124T130712Z-redis-single-9c21d0",
            "  ssh-keygen -t ed25519 -N '' -f signer",
            "  ./plateau bundle 4f2a1c --to result.bundle.zip --sign signer"
        })
public final class BundleCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "Run, or trials, search or study: a folder, an id, a unique part of an id, or '"
                    + RunsFolder.LAST + "' for the last run.")
    private String run = "";

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Mixin
    private StudiesFolder studies = new StudiesFolder();

    @Option(
            names = "--to",
            paramLabel = "FILE",
            description =
                    "File to write, which must not exist yet; by default the run's id with " + Bundle.ENDING + ".")
    private @Nullable Path to;

    @Option(
            names = "--sign",
            paramLabel = "KEY",
            description = "Private key with which ssh-keygen signs the bundle. The signature is written beside it,"
                    + " with " + SshSignature.ENDING + " at the end of its name.")
    private @Nullable Path key;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (key != null) {
            UsageError.requireFile(key, "--sign: ");
            SshSignature.requirePrivateKey(key);
        }
        Optional<StudyFolder> study = run.equals(RunsFolder.LAST) ? Optional.empty() : studies.findIfAny(run);
        Path file;
        if (study.isPresent()) {
            file = target(study.get().id());
            Bundle.ofStudy(study.get(), file);
        } else {
            RunFolder folder = RunFolder.of(runs.find(run));
            file = target(folder.runId());
            Bundle.ofRun(folder, file);
        }
        System.out.println(file);
        if (key != null) {
            SshSignature.sign(file, key);
            System.out.println(signature(file));
        }
        return ExitCode.PASS.code();
    }

    private Path target(String id) throws UsageError {
        Path file = to == null ? Path.of(id + Bundle.ENDING) : to;
        UsageError.requireNew(file);
        if (key != null) {
            UsageError.requireNew(signature(file));
        }
        return file;
    }

    private static Path signature(Path file) {
        return file.resolveSibling(file.getFileName() + SshSignature.ENDING);
    }
}
