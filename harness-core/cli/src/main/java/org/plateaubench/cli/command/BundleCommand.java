// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.bundle.RunBundle;
import org.plateaubench.app.signing.Ed25519;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Packs a run for others to judge. */
@Command(
        name = "bundle",
        description = {
            "Packs a completed run into one file, with all that it is judged by, its result and a digest of each file, for"
                    + " others to check with ./plateau verify-bundle.",
            "Pages, logs of systems under test and notes are left out."
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau bundle last",
            "  openssl genpkey -algorithm ed25519 -out signer.key",
            "  openssl pkey -in signer.key -pubout -out signer.pub",
            "  ./plateau bundle 4f2a1c --to result.bundle.zip --key signer.key"
        },
        mixinStandardHelpOptions = true)
public final class BundleCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "RUN", description = RunsFolder.RUN_HELP)
    private String run = "";

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Option(
            names = "--to",
            paramLabel = "FILE",
            description = "Where it goes; the run's id with " + RunBundle.ENDING + " by default. Must not exist.")
    private @Nullable Path to;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "A private Ed25519 key as PEM, to sign the bundle with.")
    private @Nullable Path key;

    @Override
    public Integer call() throws IOException, UsageError {
        RunFolder folder = RunFolder.of(runs.find(run));
        Path file = to == null ? Path.of(folder.runId() + RunBundle.ENDING) : to;
        if (Files.exists(file)) {
            throw new UsageError(file + " exists; name another file with --to, or remove it.");
        }
        RunBundle.write(folder, file, privateKey());
        System.out.println(file);
        return ExitCode.PASS.code();
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
