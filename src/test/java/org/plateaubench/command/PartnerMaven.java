// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Maven as a partner runs it: the project's own plugins, and Plateau's libraries in the local repository. That one is a
 * folder of the test; what Maven has fetched for anyone on this machine it takes from there.
 */
final class PartnerMaven {
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final List<String> LIBRARIES = List.of("api", "measure", "drive", "process", "testkit");

    private final Path settings;
    private final Path repository;

    /** A Maven whose settings and repository are in a folder of the test. */
    PartnerMaven(Path folder) throws IOException {
        this.repository = folder.resolve("repository");
        this.settings = Files.writeString(folder.resolve("settings.xml"), """
                <settings>
                  <profiles>
                    <profile>
                      <id>fetched-before</id>
                      <repositories>%1$s</repositories>
                      <pluginRepositories>%2$s</pluginRepositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>fetched-before</activeProfile></activeProfiles>
                </settings>
                """.formatted(
                        fetchedBefore("repository"), fetchedBefore("pluginRepository")));
    }

    private static String fetchedBefore(String element) {
        Path repository = Path.of(System.getProperty("user.home"), ".m2", "repository");
        return "<%1$s><id>fetched-before</id><url>%2$s</url><snapshots><enabled>false</enabled></snapshots></%1$s>"
                .formatted(element, repository.toUri());
    }

    /** What {@code ./plateau sdk} is to do. */
    void installLibraries() throws IOException {
        install("plateau-parent", LaunchedPlateau.home().resolve("pom.xml"), "pom");
        StringBuilder managed = new StringBuilder();
        for (String library : LIBRARIES) {
            String artifact = "plateau-" + library;
            Path module = LaunchedPlateau.home().resolve("harness-core").resolve(library);
            install(artifact, module.resolve("pom.xml"), "pom");
            install(artifact, module.resolve("target").resolve(artifact + "-" + VERSION + ".jar"), "jar");
            managed.append("<dependency><groupId>org.plateaubench</groupId><artifactId>")
                    .append(artifact)
                    .append("</artifactId><version>" + VERSION + "</version></dependency>");
        }
        Path bom = Files.writeString(settings.resolveSibling("bom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>org.plateaubench</groupId>
                  <artifactId>plateau-bom</artifactId>
                  <version>%s</version>
                  <packaging>pom</packaging>
                  <dependencyManagement><dependencies>%s</dependencies></dependencyManagement>
                </project>
                """.formatted(VERSION, managed));
        install("plateau-bom", bom, "pom");
    }

    private void install(String artifact, Path file, String type) throws IOException {
        Path folder = Files.createDirectories(
                repository.resolve("org/plateaubench").resolve(artifact).resolve(VERSION));
        Files.copy(file, folder.resolve(artifact + "-" + VERSION + "." + type));
    }

    /** Starts a build. */
    LaunchedPlateau start(Path folder, List<String> arguments) throws IOException {
        List<String> options = List.of(
                "-B",
                "-gs",
                settings.toString(),
                "-Dmaven.repo.local=" + repository,
                "-DargLine=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        return LaunchedPlateau.startCommand(
                folder,
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                Stream.of(List.of("mvn"), options, arguments)
                        .flatMap(List::stream)
                        .toList());
    }
}
