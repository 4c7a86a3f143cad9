// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.plugin.CheckedPlugin.UnpackedPlugin;

/** A plugin that is checked, in its temporary folder. */
final class UnpackedPluginTest {
    @TempDir
    private Path temporary = Path.of("");

    @Test
    void findingsUsePathsInTheArchive() throws Exception {
        Path plugin = Files.createDirectories(temporary.resolve("kv"));
        try (UnpackedPlugin unpacked = UnpackedPlugin.of(plugin)) {
            String found = "folder " + unpacked.root().resolve("kv/lib.jar") + " is damaged; " + plugin + " is not.";
            assertThat(UnpackedPlugin.withPathsInArchive(found))
                    .isEqualTo("folder kv/lib.jar is damaged; " + plugin + " is not.");
        }
    }
}
