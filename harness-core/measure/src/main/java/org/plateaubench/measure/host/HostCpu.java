// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * CPU time of a whole host since its start, from {@code /proc/stat} as proc(5) describes it, in the kernel's steps of
 * 10 ms, summed over the CPUs.
 */
public record HostCpu(long busyTicks, long stealTicks, long totalTicks, int cpus) {
    static final long TICK_NANOS = 10_000_000;

    static final Path STAT = Path.of("/proc/stat");

    /** The line of all CPUs; the line of each CPU has its number after this. */
    private static final String ALL_CPUS = "cpu";

    static final int IDLE = 3;
    static final int IO_WAIT = 4;
    static final int STEAL = 7;
    private static final int FIELDS = 8;

    /** The number of CPUs of this host; if the host does not report it, of those that this process may use. */
    public static int processors() {
        HostCpu host = read(STAT);
        return host == null ? Runtime.getRuntime().availableProcessors() : host.cpus();
    }

    /** The figures in {@code /proc/stat}, null if there are none. */
    static @Nullable HostCpu read(Path stat) {
        long[] ticks = new long[FIELDS];
        int cpus = 0;
        for (String[] line : HostFiles.lines(stat, name -> name.startsWith(ALL_CPUS), 1 + FIELDS)) {
            if (line[0].equals(ALL_CPUS)) {
                Arrays.setAll(ticks, i -> HostFiles.number(line, 1 + i));
            } else {
                cpus++;
            }
        }
        long total = Arrays.stream(ticks).sum();
        return total == 0
                ? null
                : new HostCpu(total - ticks[IDLE] - ticks[IO_WAIT] - ticks[STEAL], ticks[STEAL], total, cpus);
    }
}
