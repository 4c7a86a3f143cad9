// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.util.function.LongSupplier;

/**
 * CPU time of a tree of processes that never goes backwards. A tree can lose time: that of a process which nobody waited
 * for vanishes with it. One thread.
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
            // A process that ended between two looks into the tree is with its parent at the next one.
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
