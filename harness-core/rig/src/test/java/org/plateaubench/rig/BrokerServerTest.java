// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BrokerServerTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void missingServerIsReportedWithInstallHint() {
        assertThatThrownBy(() -> BrokerServer.program(null, Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(
                        "There is no nats-server on the search path",
                        "apt install nats-server",
                        "https://github.com/nats-io/nats-server/releases",
                        "--server");
    }

    @Test
    void nonExecutableServerIsRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("text"));

        assertThatThrownBy(() -> BrokerServer.program(file, Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is not a program that can be executed.");
    }
}
