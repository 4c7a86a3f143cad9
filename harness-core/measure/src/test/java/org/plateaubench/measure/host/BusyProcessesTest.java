// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.measure.clock.NanoClock;

class BusyProcessesTest {
    @TempDir
    private Path proc;

    private final AtomicLong nowNanos = new AtomicLong();

    private final NanoClock clock = new NanoClock() {
        @Override
        public long nanoTime() {
            return nowNanos.get();
        }

        @Override
        public Instant wallTime() {
            return Instant.EPOCH;
        }

        @Override
        public void parkUntil(long deadlineNanos) {
            nowNanos.set(deadlineNanos);
        }
    };

    @Test
    void namesWhoUsedTheCpuBetweenTwoLooksTheBusiestFirst() throws IOException {
        process(7, "a) game (x", 1_000, 50);
        process(8, "backup", 10, 10);
        process(9, "idle", 900, 900);
        process(ProcessHandle.current().pid(), "java", 0, 0);
        BusyProcesses busy = new BusyProcesses(proc, clock);
        nowNanos.set(2_000_000_000L);
        process(7, "a) game (x", 1_020, 60);
        process(8, "back\033[2Jup", 110, 110);
        process(9, "idle", 901, 901);
        process(ProcessHandle.current().pid(), "java", 200, 0);
        process(10, "new", 40, 0);
        assertThat(busy.atLeast(0.05))
                .containsExactly(
                        new BusyProcesses.Busy(8, "back?[2Jup", 1.0),
                        new BusyProcesses.Busy(10, "new", 0.2),
                        new BusyProcesses.Busy(7, "a) game (x", 0.15));
    }

    @Test
    void whereNothingCanBeSeenNobodyIsBusy() {
        BusyProcesses busy = new BusyProcesses(proc.resolve("nowhere"), clock);
        nowNanos.set(1_000_000_000L);
        assertThat(busy.atLeast(0)).isEmpty();
    }

    private void process(long id, String name, long userTicks, long kernelTicks) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(Long.toString(id)));
        Files.writeString(
                folder.resolve("stat"),
                id + " (" + name + ") S 1 1 1 0 -1 0 0 0 0 0 " + userTicks + " " + kernelTicks + " 0 0 20 0 1 0 5 0\n");
    }
}
