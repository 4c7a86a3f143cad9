// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that arguments name. */
final class UsageErrorTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatIsNoFileIsSaidAsWhatItIs() throws IOException {
        Path file = Files.createFile(folder.resolve("a.zip"));
        assertThatCode(() -> UsageError.requireFile(file, "")).doesNotThrowAnyException();
        assertThatThrownBy(() -> UsageError.requireFile(folder.resolve("b.zip"), "--notes: "))
                .hasMessage("--notes: There is no file " + folder.resolve("b.zip") + ".");
        assertThatThrownBy(() -> UsageError.requireFile(folder, "")).hasMessage(folder + " is a folder, not a file.");
        assertThatThrownBy(() -> UsageError.requireFile(Path.of("/dev/zero"), ""))
                .hasMessage("/dev/zero is a device or a pipe, not a file.");
    }
}
