// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.cli.release.Packaging.Order;
import org.plateaubench.cli.release.Release;

/** What is published of a small installation. */
final class InstallationPackagingTest {
    private static final Instant BUILT = Instant.parse("2026-01-02T03:04:06Z");
    /** Too long for the name field of a tar entry. */
    private static final String LONG = "docs/" + "long".repeat(30) + "/" + "name".repeat(20) + ".md";

    private final InstallationPackaging packaging = new InstallationPackaging();

    @TempDir
    private Path folder = Path.of("");

    private Release release = new Release(folder, "", BUILT, "", "", "");

    @BeforeEach
    void install() throws IOException {
        Path home = folder.resolve("home");
        release = new Release(
                home, "1.2", BUILT, "https://example.org", "Ada <ada@example.org>", "https://example.org/sources");
        for (String file : List.of("lib/a.jar", LONG, "plateau", "runs/mine.txt")) {
            Path path = home.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, file);
        }
        home.resolve("plateau").toFile().setExecutable(true);
        Files.writeString(home.resolve("NOTICE"), "Plateau\n");
        Files.writeString(release.billOfMaterials(), "{\"components\": []}");
    }

    @Test
    void theArchiveHasTheFilesOfTheInstallationAsRootsAndOfOneTime() throws IOException {
        Path archive = folder.resolve("new/archive.tar.gz");
        packaging.archive(release, archive);

        Map<String, TarArchiveEntry> entries = entries(archive);
        assertThat(entries)
                .containsKeys("plateau-1.2/", "plateau-1.2/lib/", "plateau-1.2/lib/a.jar", "plateau-1.2/" + LONG)
                .doesNotContainKey("plateau-1.2/runs/mine.txt");
        assertThat(entries.values()).allSatisfy(entry -> {
            assertThat(entry.getLastModifiedTime().toInstant()).isEqualTo(BUILT);
            assertThat(entry.getUserName() + entry.getLongUserId()).isEqualTo("root0");
        });
        assertThat(rights(entries.get("plateau-1.2/plateau"))).isEqualTo(0755);
        assertThat(rights(entries.get("plateau-1.2/lib/a.jar"))).isEqualTo(0644);
    }

    private static int rights(@Nullable TarArchiveEntry entry) {
        return Objects.requireNonNull(entry).getMode() & 0777;
    }

    @Test
    void theSameInstallationAndBaseGiveTheSameBytes() throws IOException {
        List<Path> first = packaging.write(release, order("first"), step -> {});
        List<Path> second = packaging.write(release, order("second"), step -> {});

        assertThat(first)
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "plateau-1.2-image.tar",
                        "plateau-1.2.tar.gz",
                        "plateau_1.2_all.deb",
                        "plateau-1.2-sbom.json",
                        "SHA256SUMS");
        for (int at = 0; at < first.size(); at++) {
            assertThat(second.get(at)).hasSameBinaryContentAs(first.get(at));
        }
    }

    @Test
    void everythingThatIsWrongWithAnOrderIsSaidAtOnce() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "no key");

        List<String> problems = packaging.problems(
                new Order(file, Optional.of(file), Optional.of("tar://" + folder.resolve("none.tar"))));

        assertThat(problems).hasSize(3);
        assertThat(problems.get(0)).startsWith("--to: ").contains("is a file");
        assertThat(problems.get(1)).startsWith("--key: ").contains("openssl genpkey");
        assertThat(problems.get(2)).startsWith("--image-base: there is no readable file");
        assertThat(packaging.problems(new Order(folder, Optional.empty(), Optional.of("Not An Image"))))
                .singleElement()
                .asString()
                .contains("'Not An Image' is not a name of an image");
        assertThat(packaging.problems(new Order(folder, Optional.of(folder), Optional.empty())))
                .singleElement()
                .asString()
                .isEqualTo("--key: " + folder + " is a folder, not a file.");
        assertThat(packaging.problems(order("new"))).isEmpty();
    }

    private Order order(String name) throws IOException {
        return new Order(folder.resolve(name), Optional.empty(), Optional.of("tar://" + base()));
    }

    /** An image without a layer. */
    private Path base() throws IOException {
        Path base = folder.resolve("base.tar");
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(base))) {
            add(tar, "manifest.json", "[{\"Config\": \"config.json\", \"Layers\": [], \"RepoTags\": []}]");
            add(tar, "config.json", """
                {"architecture": "amd64", "os": "linux", "config": {}, "rootfs": {"type": "layers", "diff_ids": []}}\
                """);
        }
        return base;
    }

    private static void add(TarArchiveOutputStream tar, String name, String content) throws IOException {
        byte[] bytes = content.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    private static Map<String, TarArchiveEntry> entries(Path archive) throws IOException {
        Map<String, TarArchiveEntry> entries = new LinkedHashMap<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(archive));
                TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(in))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                entries.put(entry.getName(), entry);
            }
        }
        return entries;
    }
}
