// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.record.MergedCounts;
import org.plateaubench.measure.histogram.ExactRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;

/**
 * The times of one line in one bin, in rank order by measurement rule M12: measured times, times above the range of the
 * histogram, and finally censored ones. Not thread-safe.
 */
final class BinTimes {
    private final MergedCounts measured = new MergedCounts();
    private long overflow;
    private long censored;
    private long longestNanos = Long.MIN_VALUE;
    private long leastMeasured = Long.MAX_VALUE;
    private long greatestMeasured = Long.MIN_VALUE;

    /** Adds the values of an interval that are not in the histogram. */
    void add(LineInterval.Counts counts, @Nullable Times times) {
        censored += counts.censored();
        if (counts.censored() > 0) {
            longestNanos = Math.max(longestNanos, counts.longestCensoredNanos());
        }
        add(times);
    }

    void add(@Nullable Times times) {
        if (times != null) {
            overflow += times.overflow();
            longestNanos = Math.max(longestNanos, times.maxNanos());
            leastMeasured = Math.min(leastMeasured, times.minNanos());
            greatestMeasured = Math.max(greatestMeasured, times.maxNanos());
        }
    }

    void add(StoredCounts counts) {
        measured.add(counts);
    }

    /** The number of values that were measured within the range of the histogram. */
    long measured() {
        return measured.total();
    }

    /**
     * A percentile in milliseconds, the longest known wait if it falls among the censored times; NaN if there are no
     * times.
     */
    double percentileMs(double percentile) {
        long all = measured.total() + overflow + censored;
        if (all == 0) {
            return Double.NaN;
        }
        long rank = TimeTotals.rank(percentile, all);
        long nanos = rank > measured.total()
                ? longestNanos
                : ExactRange.within(measured.valueAtRank(rank), leastMeasured, greatestMeasured);
        return nanos / Nanos.PER_MILLI;
    }

    /** The exact longest time in milliseconds; NaN if there are no times. */
    double maxMs() {
        return longestNanos == Long.MIN_VALUE ? Double.NaN : longestNanos / Nanos.PER_MILLI;
    }

    void pack() {
        measured.pack();
    }
}
