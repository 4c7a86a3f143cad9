// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.study.BundleCheck;
import org.plateaubench.app.study.SshSignature;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
            "",
            "Examples:",
            "  ./plateau verify-bundle result.bundle.zip",
            "  ./plateau verify-bundle result.bundle.zip --signature result.bundle.zip.sig --signer signer.pub"
        })
public final class VerifyBundleCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The bundle.")
    private Path file = Path.of("");

    @ArgGroup(exclusive = false)
    private @Nullable Signed signed;

    static final class Signed {
        @Option(
                names = "--signature",
                required = true,
                paramLabel = "FILE",
                description = "Signature of the bundle, made by bundle --sign or ssh-keygen -Y sign -n file.")
        private Path file = Path.of("");

        @Option(
                names = "--signer",
                required = true,
                paramLabel = "KEY",
                description = "Public key of OpenSSH (.pub) of the expected signer.")
        private Path key = Path.of("");
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
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
