// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.plateaubench.command.LaunchedPlateau;

/**
 * The project of a partner, built by the Maven of this host without network: what it resolves is in its repository, or
 * among what the build of Plateau has fetched already, which serves as the only remote repository.
 */
final class PartnerProject {
    private static final Path SOURCES = LaunchedPlateau.home().resolve("src/test/projects/partner");
    private static final Path FETCHED = Path.of(System.getProperty("plateau.maven.repository"));

    private final Path folder;
    private final Path repository;

    private PartnerProject(Path folder, Path repository) {
        this.folder = folder;
        this.repository = repository;
    }

    /**
     * A project with the ping plugin of the guide and its contract test.
     *
     * @param folder made for the project
     * @param repository where Plateau's artifacts are
     * @param sdkLines what {@code ./plateau sdk} prints for a pom
     */
    static PartnerProject create(Path folder, Path repository, String sdkLines, String junit) throws IOException {
        copy(SOURCES.resolve("src"), folder.resolve("src"));
        copy(
                LaunchedPlateau.home().resolve("docs/examples/ping/PingPlugin.java"),
                folder.resolve("src/main/java/com/example/ping/PingPlugin.java"));
        String dependency = """
                <dependency>
                  <groupId>org.junit.jupiter</groupId>
                  <artifactId>junit-jupiter</artifactId>
                  <version>%s</version>
                  <scope>test</scope>
                </dependency>
                </dependencies>""".formatted(junit);
        int end = sdkLines.lastIndexOf("</dependencies>");
        Files.writeString(
                folder.resolve("pom.xml"),
                Files.readString(SOURCES.resolve("pom.xml"))
                        .replace("SDK_LINES", sdkLines.substring(0, end) + dependency));
        Files.writeString(folder.resolve("settings.xml"), """
                <settings>
                  <mirrors>
                    <mirror><id>fetched</id><mirrorOf>*</mirrorOf><url>%s</url></mirror>
                  </mirrors>
                </settings>""".formatted(FETCHED.toUri()));
        return new PartnerProject(folder, repository);
    }

    /** Runs Maven to its end and returns what it printed; the last line is its exit code. */
    String maven(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("mvn", "-B", "-Dstyle.color=never", "-s", "settings.xml", "-Dmaven.repo.local=" + repository));
        command.addAll(List.of(arguments));
        Path log = folder.resolve("maven.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of(
                        "JAVA_HOME", System.getProperty("java.home"), "MAVEN_OPTS", LaunchedPlateau.SHORT_LIVED));
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("Maven is still running: " + Files.readString(log));
        }
        return Files.readString(log) + "\nexit code " + process.exitValue();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString()).normalize();
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
