// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.plateaubench.app.library.LibraryFolder;

/** The artifacts in an installation with which plugins are developed and tested. */
public final class Sdk {
    private static final String GROUP = "org/plateaubench";

    private final Release release;

    /** The artifacts of an installation. */
    public Sdk(Release release) {
        this.release = release;
    }

    /**
     * Copies the artifacts into a Maven repository, optionally with Javadoc, and with an archive of the installation
     * for builds that run it. Files of the same version are replaced.
     *
     * @param repository folder, made when it does not exist
     * @param javadoc whether to make the jars of Javadoc, some seconds for each
     * @param progress receives a line for each artifact that is installed
     * @throws IOException with a sentence for the operator
     */
    public void install(Path repository, boolean javadoc, Consumer<String> progress) throws IOException {
        Path work = Files.createTempDirectory("plateau-sdk-");
        try {
            for (String artifact : artifacts()) {
                install(artifact, repository.resolve(GROUP), javadoc, work);
                progress.accept("org.plateaubench:" + artifact + ":" + release.version());
            }
        } finally {
            delete(work);
        }
    }

    /** Whether a repository of Maven has the artifacts of this version. */
    public boolean isInstalledIn(Path repository) {
        return Files.exists(repository
                .resolve(GROUP)
                .resolve("plateau-bom")
                .resolve(release.version())
                .resolve("plateau-bom-" + release.version() + ".pom"));
    }

    /** The lines of a pom that use the artifacts. */
    public List<String> lines() {
        return """
                <dependencyManagement>
                  <dependencies>
                    <dependency>
                      <groupId>org.plateaubench</groupId>
                      <artifactId>plateau-bom</artifactId>
                      <version>VERSION</version>
                      <type>pom</type>
                      <scope>import</scope>
                    </dependency>
                  </dependencies>
                </dependencyManagement>
                <dependencies>
                  <dependency>
                    <groupId>org.plateaubench</groupId>
                    <artifactId>plateau-api</artifactId>
                    <scope>provided</scope>
                  </dependency>
                  <dependency>
                    <groupId>org.plateaubench</groupId>
                    <artifactId>plateau-testkit</artifactId>
                    <scope>test</scope>
                  </dependency>
                </dependencies>""".replace("VERSION", release.version()).lines().toList();
    }

    private List<String> artifacts() throws IOException {
        Path group = release.sdk().resolve(GROUP);
        if (!Files.isDirectory(group)) {
            throw new IOException(
                    group + " is missing: this installation holds no artifacts. Build or unpack it again.");
        }
        try (Stream<Path> folders = Files.list(group)) {
            return folders.map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private void install(String artifact, Path group, boolean javadoc, Path work) throws IOException {
        Path folder = release.sdk().resolve(GROUP).resolve(artifact).resolve(release.version());
        Path target = Files.createDirectories(group.resolve(artifact).resolve(release.version()));
        // Maven's note about the origin of the files, which is no longer true.
        Files.deleteIfExists(target.resolve("_remote.repositories"));
        String name = artifact + "-" + release.version();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                replace(target.resolve(file.getFileName()), part -> Files.copy(file, part));
            }
        }
        Path sources = folder.resolve(name + "-sources.jar");
        if (javadoc && Files.exists(sources)) {
            replace(
                    target.resolve(name + "-javadoc.jar"),
                    part -> new JavadocJar(release).write(sources, part, Files.createDirectory(work.resolve(name))));
        }
        if (artifact.equals("plateau-distribution")) {
            replace(target.resolve(name + ".tar.gz"), this::archive);
        }
        if (artifact.equals("plateau-launch")) {
            // With this property, a run inside a test finds its installation.
            replace(target.resolve(name + ".installation"), part -> Files.writeString(part, release.home() + "\n"));
        }
    }

    private void archive(Path file) throws IOException {
        try (LibraryFolder<Packaging> libraries = Packaging.open()) {
            libraries.use(packaging -> {
                packaging.archive(release, file);
                return file;
            });
        }
    }

    /** Writes a file under another name first, so that a concurrent build sees either the old file or the new one. */
    private static void replace(Path file, Content content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.deleteIfExists(part);
            content.writeTo(part);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Writes a file. */
    private interface Content {
        void writeTo(Path file) throws IOException;
    }
}
