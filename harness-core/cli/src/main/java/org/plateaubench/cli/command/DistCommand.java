// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.cli.release.Distribution;
import org.plateaubench.cli.release.Release;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes what users of other hosts install Plateau from. */
@Command(
        name = "dist",
        description = {
            "Writes what users of other hosts install Plateau from: an archive, a Debian package, a bill of materials"
                    + " (CycloneDX), SHA-256 digests, and a signature of these with a key.",
            "In a checkout the build makes the bill of materials first, for which Maven may need the network."
        },
        footer = {
            "",
            "Example:",
            "  openssl genpkey -algorithm ed25519 -out release.key",
            "  ./plateau dist --key release.key"
        },
        mixinStandardHelpOptions = true)
public final class DistCommand implements Callable<Integer> {
    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            description = "Where the files go; 'dist' by default. It is made when it does not exist.",
            defaultValue = "dist")
    private Path to = Path.of("dist");

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "A private Ed25519 key as PEM, to sign the digests with.")
    private @Nullable Path key;

    @Option(names = "--archive-only", description = "Writes the archive and nothing else.")
    private boolean archiveOnly;

    @Override
    public Integer call() throws IOException, UsageError {
        if (key != null && !Files.isReadable(key)) {
            throw new UsageError("--key: there is no readable file " + key + ".");
        }
        Distribution distribution = new Distribution(Release.running());
        List<Path> files = archiveOnly ? List.of(distribution.archive(to)) : distribution.write(to, key);
        files.forEach(System.out::println);
        return ExitCode.PASS.code();
    }
}
