// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;

/**
 * The time axis of the charts: whole intervals per point, so few that a long run still draws quickly.
 *
 * @param widthNanos length of a bin, a whole number of intervals
 */
record TimeBins(long widthNanos) {
    private static final long MOST_POINTS = 600;
    private static final double NANOS_PER_SECOND = 1e9;

    static TimeBins of(StoredRun run) {
        long intervalNanos = 0;
        long endNanos = 0;
        for (StoredInterval interval : run.intervals()) {
            intervalNanos = Math.max(intervalNanos, interval.endNanos() - interval.startNanos());
            endNanos = Math.max(endNanos, interval.endNanos());
        }
        if (intervalNanos <= 0) {
            return new TimeBins(1_000_000_000L);
        }
        long intervals = Math.max(1, endNanos / intervalNanos);
        return new TimeBins(intervalNanos * Math.max(1, Math.ceilDiv(intervals, MOST_POINTS)));
    }

    long bin(long startNanos, long endNanos) {
        return Math.floorDiv(startNanos + (endNanos - startNanos) / 2, widthNanos);
    }

    /** The middle of a bin in seconds. */
    double middleSeconds(long bin) {
        return (bin + 0.5) * widthNanos / NANOS_PER_SECOND;
    }

    double widthSeconds() {
        return widthNanos / NANOS_PER_SECOND;
    }
}
