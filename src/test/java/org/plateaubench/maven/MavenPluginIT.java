// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.command.Await;
import org.plateaubench.command.LaunchedPlateau;
import org.w3c.dom.Document;

/** The Maven plugin in real builds of sample projects. Their runs are short, and may be invalid on a busy machine. */
@Order(1)
final class MavenPluginIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String JUDGED = ". Report: ";
    private static final String RUN_FILE = "src/test/plateau/run.yaml";

    @TempDir
    private Path folder = Path.of("");

    @Tag("slow")
    @Test
    void webApplicationIsStartedLoadedAndJudged() throws Exception {
        MavenBuild shop = shop();

        LaunchedPlateau maven = shop.run("verify", "-Dplateau.failOn=fail");

        assertThat(maven.exitCode()).as(maven.everything()).isZero();
        assertThat(maven.output()).contains("The SUT shop runs", JUDGED, "[INFO] 1 stopped.");
        assertThat(plateauLines(maven.output())).hasSizeLessThanOrEqualTo(25);
        awaitEnd(shop);
        Document junit = xml(shop.path("load/target/plateau-reports/TEST-plateau-shop.xml"));
        assertThat(Files.readString(shop.path("load/target/plateau-reports/TEST-plateau-shop.xml")))
                .contains("plateau.shop.limits", "plateau.shop.audits", "1/shop/order: p95 &lt; 2000ms");
        assertThat(junit.getElementsByTagName("testcase").getLength()).isGreaterThan(20);
        assertThat(xml(shop.path("load/target/generated-site/xdoc/plateau.xml"))
                        .getElementsByTagName("section")
                        .getLength())
                .isEqualTo(1);
        assertThat(shop.path("load/target/generated-site/resources/plateau/shop.html"))
                .isNotEmptyFile();

        LaunchedPlateau site = shop.run(
                "org.apache.maven.plugins:maven-site-plugin:3.21.0:site", "-DgenerateReports=false", "-pl", "load");

        assertThat(site.exitCode()).as(site.everything()).isZero();
        assertThat(Files.readString(shop.path("load/target/site/plateau.html")))
                .contains("<title>", ">shop<", "class dev", "1/shop: ", "<a href=\"plateau/shop.html\"");
        assertThat(shop.path("load/target/site/plateau/shop.html"))
                .hasSameBinaryContentAs(shop.path("load/target/generated-site/resources/plateau/shop.html"));
    }

    @Test
    void missedLimitFailsBuildWithReasons() throws Exception {
        LaunchedPlateau maven = small().run(
                        "verify", "-Dplateau.failOn=invalid", "-Dplateau.settings=workloads.null.qos.spin=p95 < 1us");

        assertThat(maven.exitCode()).as(maven.everything()).isEqualTo(1);
        assertThat(maven.output())
                .contains("BUILD FAILURE", "plateau-maven-plugin:" + System.getProperty("plateau.version") + ":check")
                .containsPattern("\\[ERROR\\] .*run: small: (Failed|Invalid): ")
                .contains("p95");
        assertThat(maven.output()).contains("[INFO] 1 stopped.");
    }

    /** The other tests use the Maven of this host. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"3.9.16", "4.0.0-rc-4"})
    void newerMavenIsSupported(String version) throws Exception {
        MavenBuild small = small().withMaven(version, folder);

        LaunchedPlateau maven = small.run("-V", "verify", "-Dplateau.settings=workloads.null.qos.spin=p95 < 1us");

        assertThat(maven.exitCode()).as(maven.everything()).isEqualTo(1);
        assertThat(maven.output())
                .contains("Apache Maven " + version, "server (known-law) runs", JUDGED, "[INFO] 1 stopped.")
                .containsPattern("\\[ERROR\\] .*run: small: (Failed|Invalid): ");
        awaitEnd(small);
    }

    @Tag("slow")
    @Test
    void invalidRunFailsBuildUnlessFailOnIsNever() throws Exception {
        MavenBuild small = small();
        String nothing = "-Dplateau.settings=workloads.null.load.think=600s,phases.steady=2s";

        LaunchedPlateau strict = small.run("verify", nothing);
        LaunchedPlateau lenient = small.run("plateau:check@load", "-Dplateau.failOn=never");
        LaunchedPlateau baseline = small.run("plateau:baseline@load");

        assertThat(strict.exitCode()).as(strict.everything()).isEqualTo(1);
        assertThat(strict.output()).contains("BUILD FAILURE", "run: small: Invalid: ");
        assertThat(lenient.exitCode()).as(lenient.everything()).isZero();
        assertThat(baseline.output()).contains("A run that did not pass cannot be a baseline");
    }

    @Tag("slow")
    @Test
    void wrongRunFileIsLocatedAndStartedSutEnds() throws Exception {
        MavenBuild small = small();
        Files.writeString(
                small.path(RUN_FILE), Files.readString(small.path(RUN_FILE)).replace("users: 2", "users: many"));

        LaunchedPlateau maven = small.run("verify");

        assertThat(maven.exitCode()).as(maven.everything()).isEqualTo(1);
        assertThat(maven.output())
                .contains("server (known-law) runs", "BUILD FAILURE", "or a setting is wrong:", "run.yaml:5:")
                .contains("'many'")
                .doesNotContain(JUDGED);
        awaitEnd(small);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void signalDuringTheRunStopsAllProcesses(String signal) throws Exception {
        MavenBuild small = small();
        try (LaunchedPlateau maven = small.start("verify", "-Dplateau.settings=phases.steady=600s")) {
            Await.until(
                    TIMEOUT.multipliedBy(2),
                    maven::everything,
                    () -> maven.output().contains(" ops/s   p95 "));
            List<ProcessHandle> started = maven.descendants();
            assertThat(started).hasSizeGreaterThan(1);
            assertThat(small.processes()).hasSizeGreaterThan(2);

            maven.signal(signal);

            maven.awaitExit(TIMEOUT);
            Await.until(
                    TIMEOUT,
                    () -> "left running: " + started + small.processes(),
                    () -> small.processes().isEmpty() && started.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @Tag("slow")
    @Test
    void runWorseThanBaselineFailsBuild() throws Exception {
        MavenBuild small = small();
        Path slower = unzip(MavenBuild.sample("compared/slower.zip"), small.path("target/plateau/law/runs"));
        small.write("target/plateau/law/last-run", slower.toString())
                .copy(MavenBuild.sample("compared/baseline.zip"), "src/test/plateau/baselines/law.zip");

        LaunchedPlateau worse = small.run("plateau:check@load");
        LaunchedPlateau tolerated = small.run("plateau:check@load", "-Dplateau.tolerance=100");
        LaunchedPlateau stored = small.run("plateau:baseline@load", "plateau:check@load");

        assertThat(worse.exitCode()).as(worse.everything()).isEqualTo(1);
        assertThat(worse.output())
                .contains("May they be compared?", "law (run B) against its baseline (run A): worse.")
                .containsPattern(
                        "\\[ERROR\\] law/ask: p50 is 32\\.\\d ms in run B and was 20\\.\\d ms in run A \\(\\+5\\d");
        assertThat(tolerated.exitCode()).as(tolerated.everything()).isZero();
        assertThat(stored.exitCode()).as(stored.everything()).isZero();
        assertThat(plateauLines(stored.output()))
                .hasSizeLessThan(5)
                .anyMatch(line -> line.contains("law against its baseline: B  0 better, 0 worse, "));
    }

    @Tag("slow")
    @Test
    void installationIsResolvedFromRepositoryByDefault() throws Exception {
        MavenBuild small = small();
        Path archive = folder.resolve("archived");
        Path archived = Files.createDirectories(archive.resolve("plateau-1"));
        Files.createSymbolicLink(
                archived.resolve("plateau"), LaunchedPlateau.home().resolve("plateau"));
        Path artifact = Path.of("org/plateaubench/plateau-distribution", System.getProperty("plateau.version"));
        Path published = Files.createDirectories(folder.resolve("published").resolve(artifact));
        String name = "plateau-distribution-" + System.getProperty("plateau.version") + ".tar.gz";
        new ProcessBuilder("tar", "-czf", published.resolve(name).toString(), "-C", archive.toString(), ".")
                .start()
                .waitFor();
        String unpacked = "-Dplateau.unpackFolder=" + folder.resolve("unpacked");

        String pom = Files.readString(small.path("pom.xml"));
        LaunchedPlateau without = small.run(Map.of(), "plateau:validate@load", unpacked);
        small.write("pom.xml", pom.replace("  <build>", """
                  <repositories>
                    <repository><id>own</id><url>%s</url></repository>
                  </repositories>
                  <build>""".formatted(
                        folder.resolve("published").toUri())));
        Files.writeString(
                small.path("settings.xml"),
                Files.readString(small.path("settings.xml")).replace("*", "*,!own"));
        LaunchedPlateau with = small.run(Map.of(), "plateau:validate@load", unpacked);

        assertThat(without.output()).contains("No installation of Plateau: set the parameter 'installation'");
        assertThat(with.exitCode()).as(with.everything()).isZero();
        assertThat(with.output()).contains("Unpacking Plateau ", "run.yaml is valid");
    }

    /** The output lines of Plateau's goals. */
    private static List<String> plateauLines(String output) {
        List<String> plateauLines = new ArrayList<>();
        boolean isPlateau = false;
        for (String line : output.lines().toList()) {
            if (line.startsWith("[INFO] ---")) {
                isPlateau = line.contains("plateau");
            } else if (isPlateau && !line.isBlank() && !line.equals("[INFO] ")) {
                plateauLines.add(line);
            }
        }
        assertThat(plateauLines).isNotEmpty();
        return plateauLines;
    }

    private static void awaitEnd(MavenBuild build) {
        Await.until(
                TIMEOUT,
                () -> "left running: " + build.processes(),
                () -> build.processes().isEmpty());
    }

    private MavenBuild small() throws IOException {
        return MavenBuild.of("small", Files.createDirectories(folder.resolve("project")));
    }

    private MavenBuild shop() throws IOException {
        Path plugin = LaunchedPlateau.home().resolve("docs/examples/web/WebPlugin.java");
        return MavenBuild.of("shop", folder)
                .copy(plugin, "load/src/main/java/com/example/web/WebPlugin.java")
                .write(
                        "load/src/main/resources/META-INF/services/org.plateaubench.spi.Plugin",
                        "com.example.web.WebPlugin\n");
    }

    private static Document xml(Path file) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
    }

    private static Path unzip(Path archive, Path into) throws IOException {
        Path run = into;
        try (InputStream in = Files.newInputStream(archive);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = into.resolve(entry.getName());
                run = Files.createDirectories(file.getParent());
                Files.write(file, zip.readAllBytes());
            }
        }
        return run;
    }
}
