// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a check finds of earlier ones in the folder for temporary files, where every user of the host may write. */
final class UnpackedPluginTest {
    @TempDir
    Path temporary;

    private Path folder(String name) throws Exception {
        return Files.createDirectory(temporary.resolve("plateau-plugin-check-" + name));
    }

    private void check() throws Exception {
        UnpackedPlugin.of(Files.createDirectories(temporary.resolve("plugin")), temporary)
                .close();
    }

    @Test
    void whatAKilledCheckHasLeftIsRemovedAndWhatIsInUseStays() throws Exception {
        Path left = folder("left");
        Files.createFile(left.resolve("in-use"));
        Path made = folder("just-made");
        UnpackedPlugin other = UnpackedPlugin.of(Files.createDirectories(temporary.resolve("plugin")), temporary);

        check();

        assertThat(left).doesNotExist();
        assertThat(made).exists();
        assertThat(other.root()).exists();
        other.close();
    }

    @Test
    void findingsNameTheArchiveAndNotTheFolderThatItIsIn() throws Exception {
        Path plugin = Files.createDirectories(temporary.resolve("kv"));
        try (UnpackedPlugin unpacked = UnpackedPlugin.of(plugin, temporary)) {
            String found = "folder " + unpacked.root().resolve("kv/lib.jar") + " is damaged; " + plugin + " is not.";
            assertThat(UnpackedPlugin.withPathsInArchive(found))
                    .isEqualTo("folder kv/lib.jar is damaged; " + plugin + " is not.");
        }
    }

    /** Opening such a pipe waits for a reader. */
    @Test
    @Timeout(60)
    void aPipeInTheWayHoldsNothingUp() throws Exception {
        Path pipe = folder("pipe").resolve("in-use");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        check();

        assertThat(pipe).exists();
    }

    @Test
    void aLinkIsNoFolderOfACheck() throws Exception {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.createFile(elsewhere.resolve("in-use"));
        Files.createSymbolicLink(temporary.resolve("plateau-plugin-check-link"), elsewhere);

        check();

        assertThat(elsewhere.resolve("in-use")).exists();
        assertThat(temporary.resolve("plateau-plugin-check-link")).exists();
    }
}
