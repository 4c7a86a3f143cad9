// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.process.JavaCommand;

/** The child process on its own, as it is after the death of its parent. */
@Timeout(60)
class H2ServerTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void serverEndsInOrderWhenItsParentIsGone() throws Exception {
        Path log = folder.resolve("log");
        Process server = new ProcessBuilder(JavaCommand.of(
                        H2Server.class, List.of(Driver.class), List.of(), List.of("0", "file:./plateau")))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        server.getOutputStream().write("secret\n".getBytes(StandardCharsets.UTF_8));
        server.getOutputStream().flush();
        while (!Files.readString(log).contains("plateau-ready ")) {
            assertThat(server.waitFor(20, TimeUnit.MILLISECONDS))
                    .as("has ended")
                    .isFalse();
        }

        server.getOutputStream().close(); // what the operating system does when the parent dies

        assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.exitValue()).isZero();
    }
}
