// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.console.ConsoleOptions.ConsoleRights;

/** Whether the user of a process may use its folders. */
final class ConsoleRightsTest {
    @TempDir
    private Path folder;

    @Test
    void unknownUserGetsNameOfFolderOwner() throws Exception {
        ConsoleRights rights = ConsoleRights.of("?", folder);

        assertThat(rights.user()).isEqualTo(Files.getOwner(folder).getName());
    }
}
