// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Path;
import java.util.StringTokenizer;
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

    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int STEAL = 7;
    private static final int FIELDS = 8;

    /** The number of CPUs of this host; if the host does not report it, of those that this process may use. */
    public static int processors() {
        return HostFiles.read(STAT)
                .map(HostCpu::of)
                .map(HostCpu::cpus)
                .orElseGet(Runtime.getRuntime()::availableProcessors);
    }

    /** The figures in the text of {@code /proc/stat}, null if it does not have this form. */
    static @Nullable HostCpu of(String text) {
        long[] ticks = null;
        int cpus = 0;
        for (String line : text.split("\n", -1)) {
            StringTokenizer fields = new StringTokenizer(line);
            String name = fields.hasMoreTokens() ? fields.nextToken() : "";
            if (name.equals(ALL_CPUS) && fields.countTokens() >= FIELDS) {
                ticks = new long[FIELDS];
                for (int i = 0; i < FIELDS; i++) {
                    ticks[i] = Long.parseLong(fields.nextToken());
                }
            } else if (name.startsWith(ALL_CPUS) && Character.isDigit(name.charAt(name.length() - 1))) {
                cpus++;
            }
        }
        if (ticks == null || cpus == 0) {
            return null;
        }
        long total = 0;
        for (long part : ticks) {
            total += part;
        }
        return new HostCpu(total - ticks[IDLE] - ticks[IO_WAIT] - ticks[STEAL], ticks[STEAL], total, cpus);
    }
}
