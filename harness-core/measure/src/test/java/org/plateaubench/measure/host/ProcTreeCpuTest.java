// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.measure.host.CpuMeter.ProcTreeCpu;

class ProcTreeCpuTest {
    private static final long TICK_NANOS = 10_000_000;

    @TempDir
    private Path proc;

    @BeforeEach
    void serverWithBackends() throws IOException {
        process(1, 0, "init", "S", 1000, 1000, 0, 0, 1);
        process(50, 1, "a) server (b", "S", 10, 5, 0, 0, 100);
        process(60, 50, "backend", "R", 20, 2, 0, 0, 110);
        process(40, 60, "worker", "R", 3, 0, 4, 0, 120);
        process(70, 1, "other", "R", 500, 500, 0, 0, 90);
    }

    @Test
    void cpuOfProcessAndDescendantsIsSummed() {
        assertThat(new ProcTreeCpu(proc, List.of(50L)).getAsLong()).isEqualTo(44 * TICK_NANOS);
    }

    @Test
    void processBelowTwoRootsIsCountedOnce() {
        assertThat(new ProcTreeCpu(proc, List.of(50L, 60L)).getAsLong()).isEqualTo(44 * TICK_NANOS);
    }

    @Test
    void cpuOfEndedChildrenIsKept() throws IOException {
        ProcTreeCpu cpu = new ProcTreeCpu(proc, List.of(50L));
        Files.delete(proc.resolve("60/stat"));
        Files.delete(proc.resolve("40/stat"));
        process(50, 1, "a) server (b", "S", 11, 5, 27, 2, 100);
        assertThat(cpu.getAsLong()).isEqualTo(45 * TICK_NANOS);
    }

    @Test
    void rootWithReusedProcessIdIsIgnored() throws IOException {
        ProcTreeCpu cpu = new ProcTreeCpu(proc, List.of(50L));
        process(50, 1, "stranger", "S", 900, 900, 0, 0, 101);
        assertThat(cpu.getAsLong()).isNegative();
    }

    @Test
    void cpuOfEndedProcessIsUnknown() throws IOException {
        ProcTreeCpu cpu = new ProcTreeCpu(proc, List.of(50L));
        process(50, 1, "a) server (b", "Z", 10, 5, 0, 0, 100);
        assertThat(cpu.getAsLong()).isNegative();
        Files.delete(proc.resolve("50/stat"));
        assertThat(cpu.getAsLong()).isNegative();
    }

    @Test
    void newDescendantIsFound() throws IOException {
        ProcTreeCpu cpu = new ProcTreeCpu(proc, List.of(50L));
        assertThat(cpu.getAsLong()).isEqualTo(44 * TICK_NANOS);
        process(80, 40, "late", "R", 6, 0, 0, 0, 130);
        Files.delete(proc.resolve("70/stat"));
        assertThat(cpu.getAsLong()).isEqualTo(50 * TICK_NANOS);
    }

    @Test
    void descendantWithReusedProcessIdIsFound() throws IOException {
        ProcTreeCpu cpu = new ProcTreeCpu(proc, List.of(50L));
        cpu.getAsLong();
        process(70, 50, "new", "R", 6, 0, 0, 0, 130);
        long last = 0;
        for (int reading = 0; reading < ProcTreeCpu.READINGS_PER_COMPLETE_READING; reading++) {
            last = cpu.getAsLong();
        }
        assertThat(last).isEqualTo(50 * TICK_NANOS);
    }

    @Test
    void descendantIsCountedWhenParentAppears() throws IOException {
        process(90, 85, "grandchild", "R", 7, 0, 0, 0, 140);
        ProcTreeCpu cpu = new ProcTreeCpu(proc, List.of(50L));
        assertThat(cpu.getAsLong()).isEqualTo(44 * TICK_NANOS);
        process(85, 50, "child", "R", 0, 0, 0, 0, 135);
        assertThat(cpu.getAsLong()).isEqualTo(51 * TICK_NANOS);
    }

    private void process(
            long id,
            long parent,
            String name,
            String state,
            long user,
            long system,
            long childUser,
            long childSystem,
            long start)
            throws IOException {
        Path folder = Files.createDirectories(proc.resolve(Long.toString(id)));
        String text = id + " (" + name + ") " + state + " " + parent + " 7 7 0 -1 4194304 1 2 3 4 " + user + " "
                + system + " " + childUser + " " + childSystem + " 20 0 1 0 " + start + " 1000 10\n";
        Files.writeString(folder.resolve("stat"), text);
    }
}
