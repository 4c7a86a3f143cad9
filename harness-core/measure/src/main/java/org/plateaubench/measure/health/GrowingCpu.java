// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import java.util.function.LongSupplier;

/**
 * CPU time of a tree of processes that never goes backwards. A tree can lose time: the time of a process whose parent
 * does not wait for it vanishes with the process. Not thread-safe.
 */
final class GrowingCpu implements LongSupplier {
    private final LongSupplier cpuNanos;
    private long lostNanos;
    private long seenNanos;

    /** The supplier gives nanoseconds, negative when they are not known. */
    GrowingCpu(LongSupplier cpuNanos) {
        this.cpuNanos = cpuNanos;
    }

    /** Nanoseconds, negative when they are not known. */
    @Override
    public long getAsLong() {
        long nowNanos = cpuNanos.getAsLong();
        if (nowNanos >= 0 && nowNanos < seenNanos) {
            // The time of a process that ended during one reading of the tree is in its parent's time at the next.
            nowNanos = cpuNanos.getAsLong();
        }
        if (nowNanos < 0) {
            return nowNanos;
        }
        lostNanos += Math.max(0, seenNanos - nowNanos);
        seenNanos = nowNanos;
        return seenNanos + lostNanos;
    }
}
