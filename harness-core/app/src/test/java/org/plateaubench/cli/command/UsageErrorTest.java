// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.rig.RigAgents;
import org.plateaubench.cli.PlateauCommand;

final class UsageErrorTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void missingFileAndFolderAndDeviceAreRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("a.zip"));
        assertThatCode(() -> UsageError.requireFile(file, "")).doesNotThrowAnyException();
        assertThatThrownBy(() -> UsageError.requireFile(folder.resolve("b.zip"), "--notes: "))
                .hasMessage("--notes: There is no file " + folder.resolve("b.zip") + ".");
        assertThatThrownBy(() -> UsageError.requireFile(folder, "")).hasMessage(folder + " is a folder, not a file.");
        assertThatThrownBy(() -> UsageError.requireFile(Path.of("/dev/zero"), ""))
                .hasMessage("/dev/zero is a device or a pipe, not a file.");
    }

    /** Under such a name, an agent of a broker would be treated as one that reads the clock of this host. */
    @Test
    void localAgentNameIsRefused() {
        assertThatCode(() -> RigAgents.requireNames(List.of("load1", "load2"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> RigAgents.requireNames(List.of("load1", "local-2")))
                .hasMessage("--agents: 'local-2' is reserved for agents on the controller's host. An agent that"
                        + " connects through the broker may have any name except 'local' or 'local-N'.");
    }

    @Test
    void existingOutputFileAndWrongAddressAreRefused() throws IOException {
        Path existing = Files.writeString(folder.resolve("kept.xml"), "<xml/>");
        String[][] commands = {
            {"import", "faban", existing.toString(), "--to", existing.toString()},
            {"reference", "last", "--to", "/"},
            {"run", existing.toString(), "--console", "http://127.0.0.1:99999"},
        };
        for (String[] command : commands) {
            assertThat(PlateauCommand.execute(command))
                    .as(String.join(" ", command))
                    .isEqualTo(4);
        }
        assertThat(existing).hasContent("<xml/>");
    }
}
