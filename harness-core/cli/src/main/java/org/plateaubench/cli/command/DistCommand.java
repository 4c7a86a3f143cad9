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

/** Writes the files from which Plateau is installed on other hosts. */
@Command(
        name = "dist",
        description = {
            "Writes the files from which Plateau is installed on other hosts: an archive, a Debian package, a"
                    + " container image, a bill of"
                    + " materials (CycloneDX), SHA-256 digests, and, given a key, a signature of the digests.",
            "In a checkout the build creates the bill of materials first, for which Maven may need the network. The"
                    + " container image needs no daemon, but it needs its base image from a registry or as a file."
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
            description = "Folder for the files, created if it does not exist (default: dist).",
            defaultValue = "dist")
    private Path to = Path.of("dist");

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "Private Ed25519 key (PEM) with which the digests are signed.")
    private @Nullable Path key;

    @Option(
            names = "--image-base",
            paramLabel = "IMAGE",
            description = "Base of the container image, which must have bash and a JDK: a name in a registry, or"
                    + " tar://FILE for a file of 'docker save'%n(default: ${DEFAULT-VALUE}).",
            defaultValue = "eclipse-temurin:25-jdk")
    private String imageBase = "";

    @Option(names = "--no-image", description = "Leave out the container image.")
    private boolean noImage;

    @Option(names = "--archive-only", description = "Write only the archive.")
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
