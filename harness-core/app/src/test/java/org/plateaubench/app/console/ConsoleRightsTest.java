// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the user of a process may use its folders. */
final class ConsoleRightsTest {
    @TempDir
    private Path folder;

    @Test
    void userWithoutAnEntryOnTheHostHasTheNameOfAnOwner() throws Exception {
        ConsoleRights rights = ConsoleRights.of("?", folder);

        assertThat(rights.user()).isEqualTo(Files.getOwner(folder).getName());
        assertThatCode(() -> rights.requireData(folder)).doesNotThrowAnyException();
    }

    @Test
    void folderThatCannotBeCreatedHasItsRemedy() throws Exception {
        assertThatThrownBy(() -> ConsoleRights.of("ada", folder).requireWritable(Path.of("/proc/no/home"), "--folder"))
                .hasMessageContaining("/proc/no/home does not exist and ada may not create it")
                .hasMessageContaining("--folder");
    }
}
