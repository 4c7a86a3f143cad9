// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.library.LibraryFolder;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.cli.release.Packaging;
import org.plateaubench.cli.release.Release;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes what users of other hosts install Plateau from. */
@Command(
        name = "dist",
        description = {
            "Writes what users of other hosts install Plateau from: an archive, a Debian package, a container image, a bill of"
                    + " materials (CycloneDX), SHA-256 digests, and a signature of these with a key.",
            "In a checkout the build makes the bill of materials first, for which Maven may need the network. The container"
                    + " image needs no daemon, but a registry with its base, or that base as a file."
        },
        footer = {
            "",
            "Examples:",
            "  openssl genpkey -algorithm ed25519 -out release.key",
            "  ./plateau dist --key release.key",
            "  ./plateau dist --image-base tar://base.tar",
            "  ./plateau dist --no-image"
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

    @Option(
            names = "--image-base",
            paramLabel = "IMAGE",
            description = "The image with bash and a JDK that the container image is built on: a name in a registry, or"
                    + " tar://FILE for a file of 'docker save'%n(default: ${DEFAULT-VALUE}).",
            defaultValue = "eclipse-temurin:25-jdk")
    private String imageBase = "";

    @Option(names = "--no-image", description = "Leaves out the container image.")
    private boolean noImage;

    @Option(names = "--archive-only", description = "Writes the archive and nothing else.")
    private boolean archiveOnly;

    @Override
    public Integer call() throws IOException, UsageError {
        Packaging.Order order =
                new Packaging.Order(to, Optional.ofNullable(key), noImage ? Optional.empty() : Optional.of(imageBase));
        try (LibraryFolder<Packaging> libraries = Packaging.open()) {
            List<String> problems = libraries.use(packaging -> packaging.problems(order));
            if (!problems.isEmpty()) {
                throw new UsageError(String.join(System.lineSeparator(), problems));
            }
            libraries.use(packaging -> pack(packaging, order)).forEach(System.out::println);
        }
        return ExitCode.PASS.code();
    }

    private List<Path> pack(Packaging packaging, Packaging.Order order) throws IOException {
        Release release = Release.running();
        if (archiveOnly) {
            Path archive = to.resolve("plateau-" + release.version() + ".tar.gz");
            packaging.archive(release, archive);
            return List.of(archive);
        }
        release.describe();
        return packaging.write(release, order, CommandName::report);
    }
}
