// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.PublicKey;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.bundle.BundleCheck;
import org.plateaubench.app.bundle.Disclosure;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.cli.display.CommandName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the page with which a result is published. */
@Command(
        name = "disclose",
        description = {
            "Writes one self-contained page about the run of a bundle, or its trials: score with class and verdict, tiles with rates, ratios"
                    + " and limits, systems under test, hosts, conditions and the notes of the author.",
            "The bundle is first checked as by ./plateau verify-bundle; no page is written if it is not in order."
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau disclose result.bundle.zip",
            "  ./plateau disclose result.bundle.zip --key signer.pub --notes notes.txt --to result.html"
        },
        mixinStandardHelpOptions = true)
public final class DiscloseCommand implements Callable<Integer> {
    private static final int MOST_BYTES = 256 * 1024;

    @Parameters(index = "0", paramLabel = "BUNDLE", description = "The bundle.")
    private Path file = Path.of("");

    @Option(
            names = "--notes",
            paramLabel = "FILE",
            description = "Notes of the author: plain text in UTF-8, at most 256 KiB.")
    private @Nullable Path notes;

    @Option(
            names = "--to",
            paramLabel = "FILE",
            description = "File to write, which must not exist yet (default: disclosure.html).")
    private Path to = Path.of("disclosure.html");

    @Option(names = "--key", paramLabel = "FILE", description = "Public Ed25519 key (PEM) of the expected signer.")
    private @Nullable Path key;

    @Override
    public Integer call() throws IOException, UsageError {
        UsageError.requireFile(file, "");
        UsageError.requireNew(to);
        Optional<PublicKey> signer = VerifyBundleCommand.publicKey(key);
        Disclosure disclosure = Disclosure.of(file, signer, notes());
        BundleCheck check = disclosure.check();
        if (!check.isInOrder()) {
            check.problems().forEach(CommandName::report);
            CommandName.report("The bundle is not in order, so no page is written.");
            return ExitCode.FAIL.code();
        }
        if (disclosure.page().isEmpty()) {
            throw new UsageError(file + " is the bundle of a search or a study; a page discloses a run or its trials.");
        }
        Files.writeString(to, disclosure.page(), StandardOpenOption.CREATE_NEW);
        System.out.println(to);
        return ExitCode.PASS.code();
    }

    private String notes() throws IOException, UsageError {
        if (notes == null) {
            return "";
        }
        UsageError.requireFile(notes, "--notes: ");
        try (InputStream in = Files.newInputStream(notes)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new UsageError("--notes: " + notes + " is larger than " + MOST_BYTES + " bytes.");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new UsageError("--notes: " + notes + " is not text in UTF-8.");
        }
    }
}
