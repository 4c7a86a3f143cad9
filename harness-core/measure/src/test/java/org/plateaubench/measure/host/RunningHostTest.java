// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunningHostTest {
    private static final String START = "0b59e2d5-8a5e-4b5a-9d0c-3f4c1f6a7e21";

    @TempDir
    private Path proc;

    private void write(String start) throws Exception {
        Path kernel = Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.writeString(kernel.resolve("boot_id"), start + "\n");
    }

    @Test
    void hostIsIdentifiedByBootAndPidNamespace() throws Exception {
        write(START);
        Path namespaces = Files.createDirectories(proc.resolve("self/ns"));
        Files.createSymbolicLink(namespaces.resolve("pid"), Path.of("pid:[4026531836]"));
        assertThat(RunningHost.of(proc)).contains(new RunningHost(START, "pid:[4026531836]"));
    }

    @Test
    void hostIsUnknownWithoutBootOrPidNamespace() throws Exception {
        assertThat(RunningHost.of(proc)).isEmpty();
        write(START);
        assertThat(RunningHost.of(proc)).as("without a PID namespace").isEmpty();
    }
}
