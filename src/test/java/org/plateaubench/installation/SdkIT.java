// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.command.LaunchedPlateau;

/** {@code ./plateau sdk}, and the build of a partner that resolves what it has installed. */
final class SdkIT {
    @TempDir
    private static Path folder = Path.of("");

    private static String installed = "";

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        LaunchedPlateau ended =
                LaunchedPlateau.run(folder, "sdk", "--repository", repository().toString());
        assertThat(ended.exitCode()).as(ended.everything()).isZero();
        installed = ended.output();
    }

    @Test
    void everyArtifactHasSourcesAndJavadocAndAPomOfItsOwn() throws IOException {
        for (String artifact : List.of("api", "drive", "http", "measure", "process", "testkit")) {
            Path only = versionOf("plateau-" + artifact);
            String name = "plateau-" + artifact + "-" + only.getFileName();
            assertThat(namesIn(only))
                    .contains(name + ".jar", name + ".pom", name + "-sources.jar", name + "-javadoc.jar");
            assertThat(only.resolve(name + ".pom")).content().doesNotContain("<parent>", "${");
        }
    }

    /** What the rules of Maven Central demand of a pom. */
    @ParameterizedTest
    @ValueSource(strings = {"api", "bom", "distribution", "drive", "http", "measure", "process", "testkit"})
    void aPomSaysWhatMavenCentralDemands(String artifact) throws IOException {
        Path only = versionOf("plateau-" + artifact);

        assertThat(only.resolve("plateau-" + artifact + "-" + only.getFileName() + ".pom"))
                .content()
                .contains("<name>", "<description>", "<url>", "<license>", "<developer>", "<scm", "<connection>");
    }

    @Test
    void theInstallationItselfIsAnArtifact() throws IOException {
        assertThat(namesIn(versionOf("plateau-distribution")))
                .anyMatch(name -> name.endsWith(".pom"))
                .anyMatch(name -> name.endsWith(".tar.gz"));
    }

    @Test
    void theLinesForAPomAreThoseThatItPrintsAlone() throws IOException, InterruptedException {
        assertThat(installed).endsWith(lines());
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.12.2", "6.1.3"})
    void testsOfAPartnerRunWithTheJunitOfItsChoice(String junit) throws IOException, InterruptedException {
        PartnerProject project = PartnerProject.create(folder.resolve("with-" + junit), repository(), lines(), junit);

        LaunchedPlateau maven = project.maven("test");

        assertThat(maven.exitCode()).as(maven.everything()).isZero();
        assertThat(maven.output())
                .containsPattern("Tests run: [1-9][0-9]*, Failures: 0, Errors: 0, Skipped: 0.*PingContractTest")
                .containsPattern("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0.*PingRunTest");
        assertThat(repository().resolve("org/junit/jupiter/junit-jupiter-api"))
                .isDirectoryContaining(version -> version.endsWith(junit));
    }

    private static String lines() throws IOException, InterruptedException {
        return LaunchedPlateau.run(folder, "sdk", "--print").output();
    }

    private static Path repository() {
        return folder.resolve("repository");
    }

    private static Path versionOf(String artifact) throws IOException {
        try (Stream<Path> versions =
                Files.list(repository().resolve("org/plateaubench").resolve(artifact))) {
            List<Path> found = versions.toList();
            assertThat(found).hasSize(1);
            return found.getFirst();
        }
    }

    private static List<String> namesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
