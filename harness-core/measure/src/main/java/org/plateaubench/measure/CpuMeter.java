// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.HostCpu;

/**
 * CPU that other processes of this machine take, each with all its descendants: a server may fork a process per
 * connection. What ended meanwhile counts for as long as it ran. The kernel gives it in steps of about 10 ms. One thread.
 */
public final class CpuMeter {
    private static final Path PROC = Path.of("/proc");

    private final CpuShare share;

    /** Measures from now on; the processes are those that have these ids now. */
    public CpuMeter(NanoClock clock, List<Long> processIds) {
        share = new CpuShare(clock, cpuNanos(processIds), HostCpu.processors());
    }

    /**
     * CPU time of processes and all their descendants in nanoseconds, negative when it is not known. Never goes backwards.
     *
     * @param processIds the processes that have these ids now
     */
    public static LongSupplier cpuNanos(List<Long> processIds) {
        return new GrowingCpu(
                Files.isReadable(PROC.resolve("self").resolve("stat"))
                        ? new ProcTreeCpu(PROC, processIds)
                        : new HandleTreeCpu(processIds));
    }

    /**
     * Share of all cores of the host, also where this process may use fewer, since the last call or since the start, 1 for all of them; negative when it is not known: the
     * processes have ended, or are not ours to look at.
     */
    public double takeShare() {
        return share.take();
    }
}
