// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.CpuGrant;
import org.plateaubench.measure.host.ThreadAccounts;
import org.plateaubench.measure.interval.CpuUse;

/** Measures the CPU use of this process between two calls, in cores and by its threads. Not thread-safe. */
final class CpuUseMeter {
    private final NanoClock clock;
    private final LongSupplier processCpuNanos;
    private final ThreadAccounts threads = new ThreadAccounts(Path.of("/proc/self/task"));
    private final CpuGrant grant = CpuGrant.ofThisProcess();
    private long seenNanos;
    private long seenCpuNanos;
    private ThreadAccounts.@Nullable Sums seenThreads;
    private long seenThrottledNanos;
    private CpuUse use = CpuUse.NOT_REPORTED;

    /** The supplier gives nanoseconds of all cores, negative when they are not known. */
    CpuUseMeter(NanoClock clock, LongSupplier processCpuNanos) {
        this.clock = clock;
        this.processCpuNanos = processCpuNanos;
        seenNanos = clock.nanoTime();
        seenCpuNanos = processCpuNanos.getAsLong();
        seenThreads = threads.sums();
        seenThrottledNanos = grant.throttledNanos();
    }

    /** The use since the last call; the same again when no time has passed. */
    CpuUse take() {
        long nowNanos = clock.nanoTime();
        long nowCpuNanos = processCpuNanos.getAsLong();
        double elapsed = nowNanos - seenNanos;
        if (elapsed <= 0) {
            return use;
        }
        ThreadAccounts.Sums before = seenThreads;
        ThreadAccounts.Sums now = threads.sums();
        long nowThrottledNanos = grant.throttledNanos();
        double cores = share(seenCpuNanos, nowCpuNanos, elapsed);
        double throttled = share(seenThrottledNanos, nowThrottledNanos, elapsed);
        use = before == null || now == null
                ? new CpuUse(
                        cores,
                        CpuUse.UNKNOWN,
                        CpuUse.UNKNOWN,
                        CpuUse.UNKNOWN,
                        grant.cores(),
                        CpuUse.UNKNOWN,
                        CpuUse.UNKNOWN,
                        throttled)
                : new CpuUse(
                        cores,
                        share(before.driveNanos(), now.driveNanos(), elapsed),
                        share(before.collectorNanos(), now.collectorNanos(), elapsed),
                        share(before.compilerNanos(), now.compilerNanos(), elapsed),
                        grant.cores(),
                        share(before.driveWaitNanos(), now.driveWaitNanos(), elapsed),
                        perSecond(before.driveTurns(), now.driveTurns(), elapsed),
                        throttled);
        seenNanos = nowNanos;
        seenCpuNanos = nowCpuNanos;
        seenThreads = now;
        seenThrottledNanos = nowThrottledNanos;
        return use;
    }

    private static double perSecond(long before, long now, double elapsedNanos) {
        double share = share(before, now, elapsedNanos);
        return share == CpuUse.UNKNOWN ? share : 1e9 * share;
    }

    private static double share(long before, long now, double elapsedNanos) {
        return before >= 0 && now >= before ? (now - before) / elapsedNanos : CpuUse.UNKNOWN;
    }
}
