// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.bundle.BundleCheck;
import org.plateaubench.app.bundle.RunBundle;
import org.plateaubench.app.signing.Ed25519;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.engine.document.Documents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a bundle of a run or a study, wherever it was made. */
@Command(
        name = "verify-bundle",
        description = {
            "Checks the bundle of a run or a study: every byte against its digests, the signature against a key, and verdict and"
                    + " figures by judging the measurements again. Needs no plugin.",
            "Without --key only accidental damage is found: the bundle is shown to be consistent, but not who made it.",
            "The exit code is 0 when it is in order, 1 when it is not, 2 when it was judged by another version whose"
                    + " figures or warnings differ."
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau verify-bundle result.bundle.zip",
            "  ./plateau verify-bundle result.bundle.zip --key signer.pub"
        },
        mixinStandardHelpOptions = true)
public final class VerifyBundleCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The bundle.")
    private Path file = Path.of("");

    @Option(names = "--key", paramLabel = "FILE", description = "Public Ed25519 key (PEM) of the expected signer.")
    private @Nullable Path key;

    @Override
    public Integer call() throws IOException, UsageError {
        UsageError.requireFile(file, "");
        BundleCheck check = RunBundle.check(file, publicKey(key));
        if (check.runId() != null) {
            System.out.println("run        " + check.runId() + ", " + check.files() + " files");
            System.out.println("signature  " + signature(check.signature()));
            System.out.println("verdict    "
                    + (check.verdict() == null
                            ? "cannot be judged"
                            : Documents.word(check.verdict()) + ", judged again"));
            if (check.score() != null) {
                System.out.println("score      " + check.score());
            }
            System.out.println("figures    " + figures(check.figures()));
        }
        BundleCheck.OfStudy study = check.study();
        if (study != null) {
            System.out.println("study      " + study.id() + ", " + study.runs() + " runs, " + check.files() + " files");
            System.out.println("signature  " + signature(check.signature()));
            System.out.println("outcome    "
                    + (study.outcome() == null ? "cannot be judged" : study.outcome() + ", judged again"));
            study.scores().forEach(score -> System.out.println("score      " + score));
            System.out.println("figures    " + figures(check.figures()));
        }
        check.problems().forEach(CommandName::report);
        System.out.println(check.isInOrder() ? "IN ORDER" : check.isUndecided() ? "NOT DECIDED" : "NOT IN ORDER");
        return exitCode(check).code();
    }

    static Optional<PublicKey> publicKey(@Nullable Path key) throws UsageError {
        if (key == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Ed25519.publicKey(key));
        } catch (IOException e) {
            throw new UsageError("--key: " + e.getMessage());
        }
    }

    private static ExitCode exitCode(BundleCheck check) {
        if (check.isInOrder()) {
            return ExitCode.PASS;
        }
        return check.isUndecided() ? ExitCode.INVALID : ExitCode.FAIL;
    }

    private static String signature(BundleCheck.Signed signed) {
        return switch (signed) {
            case BY_THE_KEY -> "by the given key";
            case NOT_BY_THE_KEY -> "not by the given key";
            case UNCHECKED ->
                "not checked, so it does not show who made it; --key FILE checks it with the signer's public key";
            case NONE -> "none: only accidents are found; anyone can make a bundle that is consistent with itself";
        };
    }

    private static String figures(BundleCheck.Figures figures) {
        return switch (figures) {
            case SAME -> "those of result.json, judged again";
            case OF_ANOTHER_JUDGE -> "of another version of the judge, so they are not compared";
            case DIFFERENT -> "not those of result.json";
            case UNKNOWN -> "cannot be judged";
        };
    }
}
