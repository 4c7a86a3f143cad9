// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.HostCpu;

/**
 * Measures the CPU use of other processes on this machine, each with all its descendants, because a server may fork a
 * process for each connection. A process that has ended counts for the time that it ran. The kernel's resolution is
 * about 10 ms. Not thread-safe.
 */
public final class CpuMeter {
    private static final Path PROC = Path.of("/proc");

    private final CpuShare share;

    /** Starts to measure the processes that now have these ids. */
    public CpuMeter(NanoClock clock, List<Long> processIds) {
        share = new CpuShare(clock, cpuNanos(processIds), HostCpu.processors());
    }

    /**
     * CPU time of processes and all their descendants in nanoseconds, negative when it is not known. Never goes
     * backwards.
     *
     * @param processIds ids of the processes, as they are now
     */
    public static LongSupplier cpuNanos(List<Long> processIds) {
        return new GrowingCpu(
                Files.isReadable(PROC.resolve("self").resolve("stat"))
                        ? new ProcTreeCpu(PROC, processIds)
                        : new HandleTreeCpu(processIds));
    }

    /**
     * The share of all cores of the host (even if this process may use fewer) since the last call or since the start, 1
     * for all of them; negative when it is not known because the processes have ended or this process may not read
     * them.
     */
    public double takeShare() {
        return share.take();
    }
}
