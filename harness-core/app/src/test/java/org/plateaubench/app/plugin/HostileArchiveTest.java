// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.app.Installation;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.plugin.CheckedPlugin.CheckOptions;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.testkit.CheckReport;

/** None of these archives is unpacked, and none leaves a file behind. */
class HostileArchiveTest {
    private static final String JAR = "kv/plugin.jar";

    @TempDir
    private Path folder = Path.of("");

    private Path root() {
        return folder.resolve("plugins");
    }

    private void assertRefused(Path archive, String reason) {
        assertNotInstalled(archive, reason);
        assertThatThrownBy(() -> checked(archive))
                .as("the check refuses the archive too")
                .isInstanceOf(UsageError.class)
                .hasMessageContaining(reason);
    }

    private void assertNotInstalled(Path archive, String reason) {
        assertThatThrownBy(() -> new PluginStore(root(), List.of(root())).install(archive))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining(reason);
    }

    private static CheckReport checked(Path archive) throws Exception {
        CheckOptions options =
                new CheckOptions(archive, Optional.empty(), Map.of(), Map.of(), 1, Duration.ofSeconds(1), false);
        try (PluginCatalog none = PluginCatalog.of()) {
            return new PluginChecker(options, Installation.of(none), line -> {}).check();
        }
    }

    @AfterEach
    void assertNoFilesAreLeft() throws IOException {
        if (Files.exists(root())) {
            try (Stream<Path> files = Files.walk(root())) {
                assertThat(files.filter(Files::isRegularFile)).isEmpty();
            }
        }
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil",
                "kv/../../../../evil",
                "/tmp/evil",
                "kv//evil",
                "kv/./evil",
                "kv\\..\\evil",
                "kv/.hidden",
                "kv/new\nline",
                "C:/evil"
            })
    void entryOutsideTheArchiveIsRefused(String name) throws IOException {
        assertRefused(
                new ArchiveOfPlugin(folder).with(JAR, "jar").with(name, "evil").write("slip"), "is not allowed");
    }

    @Test
    void overlongNameIsRefused() throws IOException {
        assertRefused(
                new ArchiveOfPlugin(folder)
                        .with(JAR, "jar")
                        .with("kv/" + "x".repeat(5_000), "")
                        .write("long"),
                "is not allowed");
    }

    @Test
    void linkIsUnpackedAsAFile() throws Exception {
        Path archive = new ArchiveOfPlugin(folder)
                .with(JAR, "jar")
                .with("kv/docs", "/etc")
                .write("link");
        changed(archive, bytes -> {
            int entry = lastDirectoryEntry(bytes);
            ByteBuffer zip = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            zip.put(entry + 5, (byte) 3).putInt(entry + 38, 0xA1FF << 16);
            return bytes;
        });
        try (UntrustedArchive link = PluginStore.open(archive)) {
            link.unpack(folder.resolve("to"), 100);
        }
        assertThat(folder.resolve("to/kv/docs")).isRegularFile().hasContent("/etc");
    }

    @Test
    void duplicateEntryIsRefused() throws IOException {
        Path archive = new ArchiveOfPlugin(folder)
                .with("kv/a.jar", "one")
                .with("kv/b.jar", "two")
                .write("twice");
        changed(
                archive,
                bytes -> new String(bytes, StandardCharsets.ISO_8859_1)
                        .replace("kv/b.jar", "kv/a.jar")
                        .getBytes(StandardCharsets.ISO_8859_1));

        assertRefused(archive, "kv/a.jar occurs twice");
    }

    @Test
    void tooManyEntriesAreRefused() throws IOException {
        ArchiveOfPlugin archive = new ArchiveOfPlugin(folder).with(JAR, "jar");
        for (int i = 0; i < PluginStore.MAX_ENTRIES; i++) {
            archive.with("kv/docs/" + i, "");
        }

        assertRefused(archive.write("many"), "it has 2001 entries; at most 2000 are accepted");
    }

    @Test
    void entryThatIsFileAndFolderIsRefused() throws IOException {
        for (String page : List.of("kv/plugin.jar/page.md", "kv/plugin.jar/docs/more/page.md")) {
            Path archive = new ArchiveOfPlugin(folder)
                    .with(JAR, "jar")
                    .with(page, "page")
                    .write("both");

            assertRefused(archive, "is a file as well as a folder");
        }
    }

    @Test
    void invalidPluginArchiveIsRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("text.zip"), "this is not the archive that you are looking for");
        assertRefused(text, "it is not a zip file.");
        assertRefused(Files.writeString(folder.resolve("empty.zip"), ""), "it is not a zip file, but empty.");
        assertRefused(Files.writeString(folder.resolve("cut.zip"), "PK\3\4"), "the zip file is incomplete or damaged");
        assertRefused(folder.resolve("absent.zip"), "There is no file");
        assertRefused(
                new ArchiveOfPlugin(folder).with("kv/readme.txt", "").write("jarless"), "not an archive of a plugin");
        assertRefused(new ArchiveOfPlugin(folder).with("plugin.jar", "").write("flat"), "not an archive of a plugin");
        Path jar = Files.write(folder.resolve("kv.jar"), ArchiveOfPlugin.jar(folder, "kv", "1.0", ""));
        assertRefused(jar, "zip -r my-plugin.zip my-plugin");
        assertRefused(
                new ArchiveOfPlugin(folder)
                        .with(JAR, "")
                        .with("other/plugin.jar", "")
                        .write("two"),
                "not an archive of a plugin");
        assertRefused(new ArchiveOfPlugin(folder).with("KV/plugin.jar", "").write("id"), "not an archive of a plugin");
        Path jarless = new ArchiveOfPlugin(folder).with(JAR, "no jar").write("text");
        assertNotInstalled(jarless, "is not a readable jar");
        assertThat(checked(jarless).all())
                .anySatisfy(line -> assertThat(line.found()).contains("is not a readable jar"));
    }

    private static void changed(Path file, UnaryOperator<byte[]> change) throws IOException {
        Files.write(file, change.apply(Files.readAllBytes(file)));
    }

    /** The offset of the last entry in the central directory of a zip file. */
    private static int lastDirectoryEntry(byte[] bytes) {
        int found = -1;
        ByteBuffer zip = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + 4 <= bytes.length; at++) {
            if (zip.getInt(at) == 0x02014b50) {
                found = at;
            }
        }
        return found;
    }
}
