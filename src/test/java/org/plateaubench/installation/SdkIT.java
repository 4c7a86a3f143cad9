// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.command.LaunchedPlateau;
import org.plateaubench.command.PartnerMaven;

/** {@code ./plateau sdk}, and the build of a partner that resolves what it has installed. */
@Tag("slow")
@Order(2)
final class SdkIT {
    private static final Pattern PROJECT =
            Pattern.compile("<artifactId>(plateau-[a-z-]+)</artifactId>\\s*<version>([^<]+)</version>");

    private static final Pattern ONLY_OF_THE_REACTOR =
            Pattern.compile("plateau-(maven-plugin|archetype)-.*-(sources|javadoc)\\.jar");
    /** What Javadoc says of these depends on JUnit, which an installation does not have. */
    private static final Set<String> OF_JUNIT =
            Set.of("org/plateaubench/junit/PlateauRun.html", "org/plateaubench/testkit/ServiceContract.html");

    @TempDir
    private static Path folder = Path.of("");

    private static String installed = "";
    /** What is printed for a pom. */
    private static String lines = "";

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        LaunchedPlateau ended = LaunchedPlateau.start(
                folder, Map.of(), List.of("sdk", "--repository", repository().toString()));
        assertThat(ended.awaitExit(Duration.ofMinutes(5)))
                .as(ended.everything())
                .isZero();
        installed = ended.output();
        lines = LaunchedPlateau.run(folder, "sdk", "--print").output();
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

    /** What {@code mvn install} copies is what the build has left in the folders of the modules. */
    @Test
    void everyFileIsTheOneThatTheReactorInstalls() throws IOException {
        Map<String, Path> built = builtFiles();
        for (String artifact : namesIn(repository().resolve("org/plateaubench"))) {
            Path only = versionOf(artifact);
            for (String name : namesIn(only)) {
                if (name.endsWith(".installation")) {
                    continue;
                }
                Path ofReactor = built.get(name);
                assertThat(ofReactor).as(name).isNotNull();
                if (name.endsWith("-javadoc.jar")) {
                    Map<String, Long> pages = pages(only.resolve(name));
                    pages.keySet().removeAll(OF_JUNIT);
                    assertThat(pages(ofReactor)).as(name).containsAllEntriesOf(pages);
                } else {
                    assertThat(only.resolve(name)).hasSameBinaryContentAs(ofReactor);
                }
                built.remove(name);
            }
        }
        assertThat(built.keySet())
                .allMatch(name -> ONLY_OF_THE_REACTOR.matcher(name).matches());
    }

    /** The files of the modules that have a pom for partners, by the names that they have in a repository. */
    private static Map<String, Path> builtFiles() throws IOException {
        List<Path> poms;
        try (Stream<Path> files =
                Files.find(LaunchedPlateau.home(), 5, (file, attributes) -> file.endsWith("target/partner-pom.xml"))) {
            poms = files.toList();
        }
        Map<String, Path> built = new HashMap<>();
        for (Path pom : poms) {
            Matcher project = PROJECT.matcher(Files.readString(pom));
            assertThat(project.find()).as(pom.toString()).isTrue();
            String name = project.group(1) + "-" + project.group(2);
            built.put(name + ".pom", pom);
            for (String file : namesIn(pom.resolveSibling(""))) {
                if (file.startsWith(name) && file.endsWith(".jar")) {
                    built.put(file, pom.resolveSibling(file));
                } else if (file.endsWith(".tar.gz")) {
                    built.put(name + ".tar.gz", pom.resolveSibling(file));
                }
            }
        }
        return built;
    }

    /** Every page by its name, and the other files of a jar of Javadoc. */
    private static Map<String, Long> pages(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream()
                    .filter(entry -> !entry.isDirectory() && !entry.getName().startsWith("META-INF/"))
                    .collect(Collectors.toMap(ZipEntry::getName, ZipEntry::getCrc));
        }
    }

    /** By the plugin that checks just these, which needs this Maven. */
    @Test
    void mavenCentralAcceptsEveryPom() throws IOException, InterruptedException {
        Path all = Files.createDirectory(folder.resolve("poms"));
        List<String> artifacts = namesIn(repository().resolve("org/plateaubench"));
        StringBuilder modules = new StringBuilder();
        for (String artifact : artifacts) {
            Path only = versionOf(artifact);
            Files.copy(
                    only.resolve(artifact + "-" + only.getFileName() + ".pom"),
                    Files.createDirectory(all.resolve(artifact)).resolve("pom.xml"));
            modules.append("<module>").append(artifact).append("</module>");
        }
        Files.writeString(all.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>all</groupId>
                  <artifactId>all</artifactId>
                  <version>1</version>
                  <packaging>pom</packaging>
                  <modules>%s</modules>
                </project>""".formatted(modules));

        LaunchedPlateau maven = PartnerMaven.withoutNetwork(folder, repository())
                .ofVersion("3.9.16", folder)
                .run(
                        all,
                        Map.of(),
                        List.of(
                                "org.kordamp.maven:pomchecker-maven-plugin:1.14.0:check-maven-central",
                                "-Dchecker.release=false",
                                "--fail-at-end",
                                "--projects=!:all"));

        assertThat(maven.exitCode()).as(maven.everything()).isZero();
        assertThat(maven.output()).contains("Building Plateau API ");
        assertThat(artifacts).contains("plateau-bom", "plateau-distribution", "plateau-maven-plugin");
    }

    @Test
    void theInstallationItselfIsAnArtifact() throws IOException {
        assertThat(namesIn(versionOf("plateau-distribution")))
                .anyMatch(name -> name.endsWith(".pom"))
                .anyMatch(name -> name.endsWith(".tar.gz"));
    }

    @Test
    void theLinesForAPomAreThoseThatItPrintsAlone() {
        assertThat(lines).isNotBlank();
        assertThat(installed).endsWith(lines);
    }

    /** Three tests carry out runs, of which one passes, one misses a limit and one cannot start. */
    @ParameterizedTest
    @ValueSource(strings = {"5.12.2", "6.1.3"})
    void testsOfAPartnerRunWithTheJunitOfItsChoice(String junit) throws IOException, InterruptedException {
        PartnerProject project = PartnerProject.create(folder.resolve("with-" + junit), repository(), lines, junit);

        LaunchedPlateau maven = project.maven("test", "-Dmaven.test.failure.ignore");

        assertThat(maven.exitCode()).as(maven.everything()).isZero();
        assertThat(maven.output())
                .as(maven.everything())
                .containsPattern("Tests run: [1-9][0-9]*, Failures: 0, Errors: 0, Skipped: 0.*PingContractTest")
                .containsPattern("Tests run: 3, Failures: 1, Errors: 1, Skipped: 0.*PingRunTest")
                .containsPattern("aLimitThatNoServerMeetsIsMissed.*\\R?.*ping: (Fail|Invalid): ")
                .contains("aWrongSettingIsAnErrorOfTheTest", "'many'")
                .doesNotContain("everyMessageComesBack:");
        assertThat(repository().resolve("org/junit/jupiter/junit-jupiter-api"))
                .isDirectoryContaining(version -> version.endsWith(junit));
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
