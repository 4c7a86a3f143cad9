// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.bundle.RunBundle;
import org.plateaubench.app.bundle.StudyBundle;
import org.plateaubench.app.signing.Ed25519;
import org.plateaubench.app.study.plan.StudyFolder;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.StudiesFolder;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Packs a run or a sequence of runs into a bundle that others can judge. */
@Command(
        name = "bundle",
        description = {
            "Packs a completed run, or a study with all its runs, into one file, which has everything that the"
                    + " verdict is based on, the result and a digest of each file, so that others can check it with"
                    + " ./plateau verify-bundle.",
            "Pages, logs of systems under test and notes are left out."
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau bundle last",
            "  ./plateau bundle 20261124T130712Z-redis-single-9c21d0",
            "  openssl genpkey -algorithm ed25519 -out signer.key",
            "  openssl pkey -in signer.key -pubout -out signer.pub",
            "  ./plateau bundle 4f2a1c --to result.bundle.zip --key signer.key"
        },
        mixinStandardHelpOptions = true)
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
                    "File to write, which must not exist yet; by default the run's id with " + RunBundle.ENDING + ".")
    private @Nullable Path to;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "Private Ed25519 key (PEM) with which the bundle is signed.")
    private @Nullable Path key;

    @Override
    public Integer call() throws IOException, UsageError {
        Optional<StudyFolder> study = run.equals(RunsFolder.LAST) ? Optional.empty() : studies.findIfAny(run);
        if (study.isPresent()) {
            Path file = target(study.get().id());
            StudyBundle.write(study.get(), file, privateKey());
            System.out.println(file);
        } else {
            RunFolder folder = RunFolder.of(runs.find(run));
            Path file = target(folder.runId());
            RunBundle.write(folder, file, privateKey());
            System.out.println(file);
        }
        return ExitCode.PASS.code();
    }

    private Path target(String id) throws UsageError {
        Path file = to == null ? Path.of(id + RunBundle.ENDING) : to;
        UsageError.requireNew(file);
        return file;
    }

    private Optional<PrivateKey> privateKey() throws UsageError {
        if (key == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Ed25519.privateKey(key));
        } catch (IOException e) {
            throw new UsageError("--key: " + e.getMessage());
        }
    }
}
