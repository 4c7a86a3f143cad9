// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plateaubench.command.LaunchedPlateau;

/**
 * A copy of a sample project and the Maven of this host that builds it, without network: Plateau's artifacts are those of
 * its installation, all others what the build of Plateau has fetched, which serves as the only remote repository.
 */
final class MavenBuild {
    private static final String VERSION = System.getProperty("plateau.version");
    private static final Path FETCHED = Path.of(System.getProperty("plateau.maven.repository"));
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    private final Path folder;

    private MavenBuild(Path folder) {
        this.folder = folder;
    }

    /** Copies the project into the folder. */
    static MavenBuild of(String project, Path folder) throws IOException {
        return new MavenBuild(folder.toRealPath()).copy(sample(project), "").write("settings.xml", """
                        <settings>
                          <mirrors>
                            <mirror><id>fetched</id><mirrorOf>*</mirrorOf><url>%s</url></mirror>
                          </mirrors>
                        </settings>
                        """.formatted(
                        FETCHED.toUri()));
    }

    /** A file or folder of the sample projects. */
    static Path sample(String name) {
        return LaunchedPlateau.home().resolve("src/test/projects").resolve(name);
    }

    /** Copies a file, or everything in a folder, to a place in the project. */
    MavenBuild copy(Path from, String to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = folder.resolve(to).resolve(from.relativize(file)).normalize();
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return this;
    }

    /** Writes a file of the project. */
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
        LaunchedPlateau maven = start(arguments);
        maven.awaitExit(DEADLINE);
        return maven;
    }

    /** Starts Maven, with the installation of the checkout. */
    LaunchedPlateau start(String... arguments) throws IOException {
        return start(Map.of("PLATEAU_HOME", LaunchedPlateau.home().toString()), arguments);
    }

    LaunchedPlateau start(Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "mvn",
                "-B",
                "-Dstyle.color=never",
                "-s",
                "settings.xml",
                "-Dmaven.repo.local=" + Repository.MADE,
                "-Dplateau.version=" + VERSION,
                "-Djetty.version=" + System.getProperty("plateau.jetty.version"),
                "-Dslf4j.version=" + System.getProperty("plateau.slf4j.version")));
        command.addAll(List.of(arguments));
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.put("JAVA_HOME", System.getProperty("java.home"));
        all.put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        return LaunchedPlateau.startCommand(folder, all, command);
    }

    /** Processes of this host that have a file of the project in their command line. */
    List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
                .toList();
    }

    /** A local repository with what {@code ./plateau sdk} installs but the installation, which all builds of this JVM share. */
    private static final class Repository {
        static final Path MADE = make();

        private static Path make() {
            Path installed = LaunchedPlateau.home().resolve("distribution/target/plateau/sdk");
            Path repository = LaunchedPlateau.home().resolve("verification/target/maven-repository");
            try (Stream<Path> files = Files.walk(installed)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path target = repository.resolve(installed.relativize(file));
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                }
                return repository;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
