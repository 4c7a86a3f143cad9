// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.study.Bundle;
import org.plateaubench.app.study.BundleCheck;
import org.plateaubench.app.study.SshSignature;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.RunsFolder.StudiesFolder;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that pack results for others, and check what others have packed. */
public final class BundleCommands {
    private BundleCommands() {}

    @Command(
            name = "bundle",
            description = {
                "Packs a completed run, or a study with all its runs, into one zip file, which has everything that the"
                        + " verdict is based on, the result and a digest of each file, so that others can check it with"
                        + " ./plateau verify-bundle.",
                "Pages, logs of systems under test and notes are left out."
            },
            footer = {
                "  ./plateau bundle last",
                "  ssh-keygen -t ed25519 -N '' -f signer",
                "  ./plateau bundle 4f2a1c --to result.bundle.zip --sign signer"
            })
    static void bundle(
            @Parameters(
                            description = "Run, or trials, search or study: a folder, an id, a unique part of an id, or"
                                    + " '" + RunsFolder.LAST + "' for the last run.")
                    String run,
            @Mixin RunsFolder runs,
            @Mixin StudiesFolder studies,
            @Option(
                            names = "--to",
                            paramLabel = "<file>",
                            description = "File to write, which must not exist yet; by default the run's id with "
                                    + Bundle.ENDING + ".")
                    @Nullable
                    Path to,
            @Option(
                            names = "--sign",
                            description = "Private key with which ssh-keygen signs the bundle. The signature is written"
                                    + " beside it, with " + SshSignature.ENDING + " at the end of its name.")
                    @Nullable
                    Path key)
            throws IOException, InterruptedException {
        if (key != null) {
            UsageError.requireFile(key, "--sign: ");
            SshSignature.requirePrivateKey(key);
        }
        Optional<StudyFolder> study = run.equals(RunsFolder.LAST) ? Optional.empty() : studies.findIfAny(run);
        RunFolder folder = study.isPresent() ? null : RunFolder.of(runs.find(run));
        String id = folder == null ? study.orElseThrow().id() : folder.runId();
        Path file = to == null ? Path.of(id + Bundle.ENDING) : to;
        Path signature = file.resolveSibling(file.getFileName() + SshSignature.ENDING);
        UsageError.requireNew(file);
        if (key != null) {
            UsageError.requireNew(signature);
        }
        if (folder == null) {
            Bundle.ofStudy(study.orElseThrow(), file);
        } else {
            Bundle.ofRun(folder, file);
        }
        System.out.println(file);
        if (key != null) {
            SshSignature.sign(file, key);
            System.out.println(signature);
        }
    }

    static final class Signed {
        @Option(
                names = "--signature",
                required = true,
                description = "Signature of the bundle, made by bundle --sign or ssh-keygen -Y sign -n file.")
        private Path file = Path.of("");

        @Option(
                names = "--signer",
                required = true,
                description = "Public key of OpenSSH (.pub) of the expected signer.")
        private Path key = Path.of("");
    }

    @Command(
            name = "verify-bundle",
            description = {
                "Checks the bundle of a run or a study: every file against its digest, the signature, and verdict and"
                        + " figures by judging the measurements again. Needs no plugin.",
                "Without --signature only accidental damage is found: the bundle is shown to be consistent, but not who"
                        + " made it.",
                "The exit code is 0 when it is in order, 1 when it is not, 3 when it cannot be checked."
            },
            footer = {
                "  ./plateau verify-bundle result.bundle.zip",
                "  ./plateau verify-bundle result.bundle.zip --signature result.bundle.zip.sig --signer signer.pub"
            })
    static int verify(
            @Parameters(description = "The bundle.") Path file, @ArgGroup(exclusive = false) @Nullable Signed signed)
            throws IOException, InterruptedException {
        UsageError.requireFile(file, "");
        List<String> problems = new ArrayList<>();
        String signature = "not checked, so it is not known who made the bundle; see --signature";
        if (signed != null) {
            UsageError.requireFile(signed.file, "--signature: ");
            UsageError.requireFile(signed.key, "--signer: ");
            SshSignature.problem(file, signed.file, signed.key).ifPresent(problems::add);
            signature = (problems.isEmpty() ? "by the key of " : "not by the key of ") + signed.key;
        }
        BundleCheck check = BundleCheck.of(file);
        problems.addAll(check.problems());
        if (!check.content().isEmpty()) {
            print("content", check.content());
            print("signature", signature);
            print("outcome", check.outcome() == null ? "cannot be judged" : check.outcome() + " (judged again)");
            check.scores().forEach(score -> print("score", score));
        }
        problems.forEach(CommandName::report);
        System.out.println(problems.isEmpty() ? "IN ORDER" : "NOT IN ORDER");
        return (problems.isEmpty() ? ExitCode.PASS : ExitCode.FAIL).code();
    }

    private static void print(String label, String text) {
        System.out.printf("%-11s%s%n", label, text);
    }
}
