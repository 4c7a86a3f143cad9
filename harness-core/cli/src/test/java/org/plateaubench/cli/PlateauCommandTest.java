// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

final class PlateauCommandTest {
    @Test
    void aFailureIsASentenceAndNeverAPathAlone() {
        assertThat(PlateauCommand.sentence(new AccessDeniedException("/srv/x"))).isEqualTo("/srv/x: permission denied");
        assertThat(PlateauCommand.sentence(new NoSuchFileException("/srv/x")))
                .isEqualTo("/srv/x: there is no such file or folder");
        assertThat(PlateauCommand.sentence(new FileSystemException("/srv/x", null, "No space left on device")))
                .isEqualTo("/srv/x: No space left on device");
        assertThat(PlateauCommand.sentence(new IOException("SUT db runs."))).isEqualTo("SUT db runs.");
        assertThat(PlateauCommand.sentence(new IllegalStateException("bug"))).contains("IllegalStateException", "bug");
    }
}
