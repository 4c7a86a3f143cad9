// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import java.util.function.LongSupplier;
import org.plateaubench.measure.clock.NanoClock;

/** Computes the share of the machine's cores from a growing CPU time between two calls. Not thread-safe. */
final class CpuShare {
    /** The value that means an unknown share. */
    static final double UNKNOWN = -1;

    private final NanoClock clock;
    private final LongSupplier cpuNanos;
    private final double cores;
    private long seenNanos;
    private long seenCpuNanos;
    private double share = UNKNOWN;

    /**
     * Starts to measure.
     *
     * @param cpuNanos nanoseconds of all cores, negative when they are not known
     * @param cores cores of the machine
     */
    CpuShare(NanoClock clock, LongSupplier cpuNanos, int cores) {
        this.clock = clock;
        this.cpuNanos = cpuNanos;
        this.cores = cores;
        seenNanos = clock.nanoTime();
        seenCpuNanos = cpuNanos.getAsLong();
    }

    /**
     * The share since the last call, 1 for all cores; {@link #UNKNOWN} when the CPU time is not known at either end.
     */
    double take() {
        long nowNanos = clock.nanoTime();
        long nowCpuNanos = cpuNanos.getAsLong();
        long elapsedNanos = nowNanos - seenNanos;
        if (elapsedNanos > 0) {
            boolean known = seenCpuNanos >= 0 && nowCpuNanos >= seenCpuNanos;
            // Two clocks of different resolution may give slightly more than 1; much more is a fault that must stay
            // visible.
            share = known ? (nowCpuNanos - seenCpuNanos) / (elapsedNanos * cores) : UNKNOWN;
            seenNanos = nowNanos;
            seenCpuNanos = nowCpuNanos;
        }
        return share;
    }
}
