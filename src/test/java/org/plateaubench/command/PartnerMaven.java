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
    private final Path folder;
    private final Path settings;
    private final Path repository;

    /** A Maven whose settings and repository are in a folder of the test. */
    PartnerMaven(Path folder) throws IOException {
        this.folder = folder;
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

    /** Installs what plugins are written with into the repository of this Maven. */
    LaunchedPlateau installLibraries() throws IOException {
        return LaunchedPlateau.start(
                folder, Map.of(), List.of("sdk", "--no-javadoc", "--repository", repository.toString()));
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
