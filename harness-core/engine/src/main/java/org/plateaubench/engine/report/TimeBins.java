// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.time.Duration;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;

/**
 * The time axis of the charts: whole intervals per point, so few that a long run still draws quickly.
 *
 * @param widthNanos length of a bin, a whole number of intervals
 */
record TimeBins(long widthNanos) {
    private static final long MOST_POINTS = 600;
    private static final long LEAST_POINTS = 120;
    /** Points of one series over all workloads: a page with more opens slowly. */
    private static final long MOST_IN_ALL = 9_000;

    private static final double NANOS_PER_SECOND = 1e9;

    /** @param interval the planned length; real ones end a little late, which must not shift the axis */
    static TimeBins of(StoredRun run, Duration interval, int workloads) {
        long mostPoints = Math.clamp(MOST_IN_ALL / Math.max(1, workloads), LEAST_POINTS, MOST_POINTS);
        long endNanos = run.intervals().stream()
                .mapToLong(StoredInterval::endNanos)
                .max()
                .orElse(0);
        long intervals = Math.ceilDiv(endNanos, interval.toNanos());
        return new TimeBins(interval.toNanos() * Math.max(1, Math.ceilDiv(intervals, mostPoints)));
    }

    long bin(long startNanos, long endNanos) {
        return Math.floorDiv(startNanos + (endNanos - startNanos) / 2, widthNanos);
    }

    /** The middle of a bin in seconds. */
    double middleSeconds(long bin) {
        return (bin + 0.5) * widthNanos / NANOS_PER_SECOND;
    }
}
