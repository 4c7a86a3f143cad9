// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.command.LaunchedPlateau;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files of the release profile, used as on another host, without checkout, Maven and build. */
@Tag("slow")
@Order(2)
final class DistributionIT {
    private static final String NAME = "plateau-" + System.getProperty("plateau.version");

    @TempDir
    private static Path folder = Path.of("");

    private static Path unpacked = Path.of("");

    @BeforeAll
    static void unpack() throws Exception {
        succeed("tar", "-xzf", releaseFile(".tar.gz"), "-C", folder.toString());
        unpacked = folder.resolve(NAME);
    }

    @Test
    void runFromArchiveIsComplete() throws IOException, InterruptedException {
        LaunchedPlateau run = LaunchedPlateau.startCommand(
                folder,
                Map.of(),
                List.of(
                        unpacked.resolve("plateau").toString(),
                        "run",
                        unpacked.resolve("configs/runs/quickstart.yaml").toString(),
                        "--set",
                        "phases.rampUp=1s",
                        "--set",
                        "phases.steady=3s",
                        "--set",
                        "phases.rampDown=1s"));

        // So short a run may be invalid; it is complete nevertheless.
        assertThat(run.awaitExit(Duration.ofMinutes(10))).as(run.everything()).isIn(0, 1, 2);
        try (Stream<Path> results =
                Files.find(folder.resolve("runs"), 2, (path, file) -> path.endsWith("result.json"))) {
            assertThat(results)
                    .singleElement()
                    .satisfies(result -> assertThat(result).content().contains("completed"));
        }
    }

    @Test
    void archiveHasLicencesBillOfMaterialsJavadocAndSite() throws IOException {
        assertThat(unpacked.resolve("site/searchindex.js")).content().contains("reference/keys", "quickstart");
        assertThat(unpacked.resolve("site/index.html")).content().contains("href=\"docs/tutorial.html\"");
        assertThat(unpacked).isDirectoryContaining("glob:**/LICENSE").isDirectoryContaining("glob:**/NOTICE");
        JsonNode picocli = new JsonMapper()
                .readTree(unpacked.resolve("sbom.json").toFile())
                .path("components")
                .valueStream()
                .filter(component -> component.path("name").asString().equals("picocli"))
                .findFirst()
                .orElseThrow();
        assertThat(picocli.at("/licenses/0/license/id").asString()).isEqualTo("Apache-2.0");
        Path api = unpacked.resolve("repository/org/plateaubench/plateau-api")
                .resolve(System.getProperty("plateau.version"));
        assertThat(api).isDirectoryContaining("glob:**-sources.jar").isDirectoryContaining("glob:**-javadoc.jar");
    }

    @Test
    void unpackedDebianPackageStarts() throws IOException, InterruptedException {
        Path root = folder.resolve("root");

        succeed("dpkg-deb", "-x", releaseFile(".deb"), root.toString());

        assertThat(succeed(root.resolve("usr/bin/plateau").toString(), "--version"))
                .startsWith("Plateau ");
        assertThat(succeed("dpkg-deb", "-f", releaseFile(".deb"), "Package", "Maintainer", "Depends"))
                .contains("Package: plateau\n", "The Plateau developers <", "openjdk-25-jdk");
    }

    /** The image is not started, because this host may have no container runtime. */
    @Test
    void imageHasInstallationForUnprivilegedUser() throws IOException, InterruptedException {
        Path image = Files.createDirectory(folder.resolve("image"));
        succeed("tar", "-xf", releaseFile("-image.tar"), "-C", image.toString());

        JsonNode manifest = json(image.resolve("manifest.json")).path(0);
        JsonNode config =
                json(image.resolve(manifest.path("Config").asString())).path("config");
        assertThat(config.path("User").asString()).isEqualTo("10001:10001");
        assertThat(config.at("/Entrypoint/0").asString()).isEqualTo("/opt/plateau/plateau");
        assertThat(config.path("WorkingDir").asString()).isEqualTo("/work");
        StringBuilder files = new StringBuilder();
        for (JsonNode layer : manifest.path("Layers")) {
            files.append(succeed("tar", "-tvzf", image.resolve(layer.asString()).toString()));
        }
        assertThat(files)
                .containsPattern("(?m)^-rwxr-xr-x .* opt/plateau/plateau$")
                .containsPattern("(?m)^drwxrwxrwx .* work/$")
                .containsPattern("(?m)^-rw-r--r-- .* etc/passwd$")
                .doesNotContain("classes.aot");
    }

    private static String releaseFile(String end) {
        Path file = LaunchedPlateau.home().resolve("distribution/target").resolve(NAME + end);
        assertThat(file).as("build with -Prelease").exists();
        return file.toString();
    }

    private static JsonNode json(Path file) {
        return new JsonMapper().readTree(file.toFile());
    }

    private static String succeed(String... command) throws IOException, InterruptedException {
        LaunchedPlateau ended = LaunchedPlateau.startCommand(folder, Map.of(), List.of(command));
        assertThat(ended.awaitExit(Duration.ofMinutes(10)))
                .as(ended.everything())
                .isZero();
        return ended.output();
    }
}
