// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.command.LaunchedPlateau;
import tools.jackson.databind.JsonNode;

/** The files of {@code ./plateau dist}, used as on another host, without checkout, Maven and build. */
@Tag("slow")
@Order(2)
final class DistributionIT {
    private static final String BILL = """
            {"components": [
              {"group": "org.plateaubench", "name": "plateau-api", "version": "1"},
              {"group": "org.example", "name": "library", "version": "2",
               "licenses": [{"license": {"id": "MIT"}}, {"license": {"name": "BSD"}}]}]}""";

    @TempDir
    private static Path folder = Path.of("");

    private static Path archive = Path.of("");
    private static Path unpacked = Path.of("");
    private static Path dist = Path.of("");
    private static @Nullable KeyPair signer;

    @BeforeAll
    static void unpack() throws Exception {
        signer = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        archive = packed(folder.resolve("first"));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        succeed(List.of("tar", "-xzf", archive.toString(), "-C", elsewhere.toString()));
        unpacked = elsewhere.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
        writeAll();
    }

    private static void writeAll() throws Exception {
        Path key = Files.writeString(
                folder.resolve("key.pem"),
                "-----BEGIN PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(Objects.requireNonNull(signer)
                                        .getPrivate()
                                        .getEncoded())
                        + "\n-----END PRIVATE KEY-----\n");
        Files.writeString(unpacked.resolve("sbom.json"), BILL);
        dist = folder.resolve("dist");
        succeed(List.of(
                unpacked.resolve("plateau").toString(),
                "dist",
                "--to",
                dist.toString(),
                "--key",
                key.toString(),
                "--image-base",
                "tar://" + UnpackedImage.base(folder)));
    }

    @Test
    void theArchiveRunsWhereItIsUnpacked() throws IOException, InterruptedException {
        String run = succeed(List.of(
                unpacked.resolve("plateau").toString(),
                "validate",
                unpacked.resolve("configs/runs/quickstart.yaml").toString()));

        assertThat(run).isNotBlank();
        assertThat(succeed(List.of(unpacked.resolve("plateau").toString(), "--version")))
                .startsWith("Plateau ");
        assertThat(unpacked.resolve("LICENSE")).exists();
        assertThat(unpacked.resolve("NOTICE")).exists();
    }

    @Test
    void aRunFromTheArchiveIsComplete() throws IOException, InterruptedException {
        LaunchedPlateau launched = LaunchedPlateau.startCommand(
                folder,
                Map.of(),
                List.of(
                        unpacked.resolve("plateau").toString(),
                        "run",
                        unpacked.resolve("configs/runs/quickstart.yaml").toString(),
                        "--runs-dir",
                        folder.resolve("runs").toString(),
                        "--set",
                        "phases.rampUp=1s",
                        "--set",
                        "phases.steady=3s",
                        "--set",
                        "phases.rampDown=1s"));

        // So short a run may rightly be invalid; it is complete nevertheless.
        assertThat(launched.awaitExit(Duration.ofMinutes(10)))
                .as(launched.everything())
                .isIn(0, 1, 2);
        try (Stream<Path> results =
                Files.find(folder.resolve("runs"), 2, (path, file) -> path.endsWith("result.json"))) {
            assertThat(results)
                    .singleElement()
                    .satisfies(result -> assertThat(result).content().contains("completed"));
        }
    }

    @Test
    void allThatIsWrongWithAnOrderIsToldBeforeAnyWork() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("no-key.pem"), "no key");

        LaunchedPlateau refused = LaunchedPlateau.run(
                folder,
                "dist",
                "--to",
                file.toString(),
                "--key",
                file.toString(),
                "--image-base",
                "tar://" + folder.resolve("none.tar"));

        assertThat(refused.exitCode()).as(refused.everything()).isEqualTo(4);
        assertThat(refused.everything())
                .contains("--to: " + file + " is a file", "--key: ", "openssl genpkey", "--image-base: there is no")
                .doesNotContain("listing every library");
    }

    @Test
    void theSameInstallationGivesTheSameBytes() throws IOException, InterruptedException {
        assertThat(packed(folder.resolve("second"))).hasSameBinaryContentAs(archive);
    }

    @Test
    void packageAndDigestsAndSignatureCanBeChecked() throws Exception {
        assertThat(unpacked.resolve("THIRD-PARTY.txt"))
                .content()
                .contains("org.example:library 2  MIT or BSD")
                .doesNotContain("plateau-api");
        succeed(List.of("sh", "-c", "cd " + dist + " && sha256sum --strict -c SHA256SUMS"));
        Signature signature = Signature.getInstance("Ed25519");
        signature.initVerify(Objects.requireNonNull(signer).getPublic());
        signature.update(Files.readAllBytes(dist.resolve("SHA256SUMS")));
        assertThat(signature.verify(Files.readAllBytes(dist.resolve("SHA256SUMS.sig"))))
                .isTrue();
        Path root = folder.resolve("root");
        succeed(List.of("dpkg-deb", "-x", written(".deb").toString(), root.toString()));
        assertThat(succeed(List.of(root.resolve("usr/bin/plateau").toString(), "--version")))
                .startsWith("Plateau ");
        assertThat(succeed(
                        List.of("dpkg-deb", "-f", written(".deb").toString(), "Package", "Maintainer", "Architecture")))
                .contains("plateau", "The Plateau developers <", "all");
    }

    @Test
    void aRunInTheUnpackedContainerImageIsComplete() throws IOException, InterruptedException {
        assumeThat(System.getProperty("user.name"))
                .as("only root can make unpacked files the root of a process")
                .isEqualTo("root");
        UnpackedImage image = UnpackedImage.of(written("-image.tar"), Files.createDirectory(folder.resolve("image")));

        JsonNode config = image.configuration().path("config");
        assertThat(config.path("User").asString()).isEqualTo("10001:10001");
        assertThat(config.path("Entrypoint").path(0).asString()).isEqualTo("plateau");
        String labelled =
                config.path("Labels").path("org.opencontainers.image.version").asString();
        assertThat(archive.getFileName()).hasToString("plateau-" + labelled + ".tar.gz");
        LaunchedPlateau version = image.run("plateau", "--version");
        assertThat(version.output()).as(version.everything()).startsWith("Plateau ");
        LaunchedPlateau run = image.run(
                "plateau",
                "run",
                "/opt/plateau/configs/runs/quickstart.yaml",
                "--set",
                "phases.rampUp=1s",
                "--set",
                "phases.steady=3s",
                "--set",
                "phases.rampDown=1s");
        // So short a run may rightly be invalid; it is complete nevertheless.
        assertThat(run.exitCode()).as(run.everything()).isIn(0, 1, 2);
        assertThat(Files.getAttribute(image.file("work/runs"), "unix:uid")).isEqualTo(10001);
    }

    private static Path packed(Path to) throws IOException, InterruptedException {
        LaunchedPlateau ended = LaunchedPlateau.run(folder, "dist", "--archive-only", "--to", to.toString());
        assertThat(ended.exitCode()).as(ended.everything()).isZero();
        return Path.of(ended.output().strip());
    }

    private static Path written(String end) throws IOException {
        try (Stream<Path> files = Files.list(dist)) {
            return files.filter(file -> file.toString().endsWith(end))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String succeed(List<String> command) throws IOException, InterruptedException {
        LaunchedPlateau ended = LaunchedPlateau.startCommand(folder, Map.of(), new ArrayList<>(command));
        assertThat(ended.awaitExit(Duration.ofMinutes(10)))
                .as(ended.everything())
                .isZero();
        return ended.output();
    }
}
