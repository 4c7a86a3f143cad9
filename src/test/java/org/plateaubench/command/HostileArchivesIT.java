// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives whose entries lead out of their folder are refused by every command that unpacks one. */
@Order(3)
final class HostileArchivesIT {
    @TempDir
    private Path folder;

    /** Writes an archive with a harmless entry and a hostile one. */
    private Path archive(String file, String name, boolean isLink) throws IOException {
        Path zip = folder.resolve(file);
        try (OutputStream to = Files.newOutputStream(zip);
                ZipOutputStream out = new ZipOutputStream(to)) {
            for (String entry : List.of("kv/plugin.jar", name)) {
                out.putNextEntry(new ZipEntry(entry));
                out.write(folder.resolve("evil").toString().getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        if (isLink) {
            byte[] bytes = Files.readAllBytes(zip);
            int entry = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("PK\1\2");
            // Made by Unix, with the mode of a symbolic link.
            ByteBuffer.wrap(bytes)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(entry + 5, (byte) 3)
                    .putInt(entry + 38, 0xA1FF << 16);
            Files.write(zip, bytes);
        }
        return zip;
    }

    @Test
    void nothingIsWrittenOutsideTheFolder() throws IOException, InterruptedException {
        Path plugins = folder.resolve("plugins");
        CommandsInOne commands = new CommandsInOne(folder, Map.of("PLATEAU_PLUGINS", plugins.toString()));
        List<Path> archives = List.of(
                archive("dots.zip", "../evil", false),
                archive("deep.zip", "kv/../../../../../../../../" + folder + "/evil", false),
                archive("absolute.zip", folder.resolve("evil").toString(), false),
                archive("windows.zip", "kv\\..\\..\\evil", false),
                archive("link.zip", "kv/docs", true));
        for (Path archive : archives) {
            commands.add("plugin", "install", archive.toString());
            commands.add("verify-bundle", archive.toString());
        }

        for (CommandsInOne.Done done : commands.run()) {
            assertThat(done.exitCode()).as(done.everything()).isNotZero();
            assertThat(done.errors())
                    .as(done.everything())
                    .containsAnyOf("is not allowed", "is a link")
                    .doesNotContain("Exception");
        }
        assertThat(folder.resolve("evil")).doesNotExist();
        assertThat(folder.resolveSibling("evil")).doesNotExist();
        if (Files.exists(plugins)) {
            try (Stream<Path> files = Files.walk(plugins)) {
                assertThat(files.map(each -> each.getFileName().toString()))
                        .doesNotContain("plugin.jar", "evil", "docs");
            }
        }
    }
}
