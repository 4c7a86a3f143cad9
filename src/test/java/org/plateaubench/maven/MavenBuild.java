// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.command.LaunchedPlateau;
import org.plateaubench.command.PartnerMaven;

/**
 * A copy of a sample project and the Maven of this host that builds it, without network: Plateau's artifacts are
 * those of its installation, and all others those that the build of Plateau has fetched.
 */
final class MavenBuild {
    private static final String VERSION = System.getProperty("plateau.version");

    private final Path folder;
    private final PartnerMaven maven;

    private MavenBuild(Path folder, PartnerMaven maven) {
        this.folder = folder;
        this.maven = maven;
    }

    /** Copies the project into the folder. */
    static MavenBuild of(String project, Path folder) throws IOException {
        Path real = folder.toRealPath();
        return new MavenBuild(real, PartnerMaven.withoutNetwork(real, Repository.PATH)).copy(sample(project), "");
    }

    /** Returns the same project with another version of Maven, which is unpacked into a folder. */
    MavenBuild withMaven(String mavenVersion, Path unpacked) throws IOException {
        return new MavenBuild(folder, maven.ofVersion(mavenVersion, unpacked));
    }

    /** A file or folder of the sample projects. */
    static Path sample(String name) {
        return LaunchedPlateau.home().resolve("src/test/projects").resolve(name);
    }

    /** Copies a file, or everything in a folder, to a place in the project. */
    MavenBuild copy(Path from, String to) throws IOException {
        PartnerMaven.copy(from, folder.resolve(to));
        return this;
    }

    MavenBuild write(String file, String text) throws IOException {
        Path target = folder.resolve(file);
        Files.createDirectories(target.getParent());
        Files.writeString(target, text);
        return this;
    }

    Path path(String name) {
        return folder.resolve(name);
    }

    /** Runs Maven to its end, with the installation of the checkout. */
    LaunchedPlateau run(String... arguments) throws IOException, InterruptedException {
        return run(installation(), arguments);
    }

    LaunchedPlateau run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        return maven.run(folder, environment, withVersions(arguments));
    }

    /** Starts Maven, with the installation of the checkout. */
    LaunchedPlateau start(String... arguments) throws IOException {
        return maven.start(folder, installation(), withVersions(arguments));
    }

    private static Map<String, String> installation() {
        return Map.of("PLATEAU_HOME", LaunchedPlateau.home().toString());
    }

    private static List<String> withVersions(String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                "-Dplateau.version=" + VERSION,
                "-Djetty.version=" + System.getProperty("plateau.jetty.version"),
                "-Dslf4j.version=" + System.getProperty("plateau.slf4j.version")));
        all.addAll(List.of(arguments));
        return all;
    }

    /** Processes of this host that have a file of the project in their command line. */
    List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
                .toList();
    }

    /** A local repository with what the installation has for partners, which all builds of this JVM share. */
    private static final class Repository {
        static final Path PATH = make();

        private static Path make() {
            Path installed = LaunchedPlateau.home().resolve("distribution/target/plateau/repository");
            Path repository = LaunchedPlateau.home().resolve("verification/target/maven-repository");
            try {
                PartnerMaven.copy(installed, repository);
                return repository;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
