// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.time.Duration;
import org.plateaubench.measure.clock.NanoClock;

/**
 * CPU that another process of this machine takes, without its children. The kernel gives it in steps of about 10 ms.
 * One thread.
 */
public final class CpuMeter {
    private final CpuShare share;

    /** Measures from now on. */
    public CpuMeter(NanoClock clock, ProcessHandle process) {
        share = new CpuShare(clock, () -> cpuNanos(process));
    }

    /**
     * Share of all cores since the last call or since the start, from 0 to 1; negative when it is not known: the process
     * has ended, or is not ours to look at.
     */
    public double takeShare() {
        return share.take();
    }

    private static long cpuNanos(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(-1L);
    }
}
