// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.RankedTimes;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.record.MergedCounts;
import org.plateaubench.engine.store.record.StoredCounts;
import org.plateaubench.measure.histogram.ExactRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;

/**
 * The times of one line in one bin, in rank order by measurement rule M12: measured ones, those beyond the range of the
 * histogram, and above them the censored ones. One thread.
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

    /** Values measured within the range of the histogram. */
    long measured() {
        return measured.total();
    }

    /** A percentile in milliseconds, the longest known wait where it falls among the censored ones; NaN for none. */
    double percentileMs(double percentile) {
        long all = measured.total() + overflow + censored;
        if (all == 0) {
            return Double.NaN;
        }
        long rank = RankedTimes.rank(percentile, all);
        long nanos = rank > measured.total()
                ? longestNanos
                : ExactRange.within(measured.valueAtRank(rank), leastMeasured, greatestMeasured);
        return nanos / Nanos.PER_MILLI;
    }

    /** The longest time in milliseconds, exact; NaN for none. */
    double maxMs() {
        return longestNanos == Long.MIN_VALUE ? Double.NaN : longestNanos / Nanos.PER_MILLI;
    }

    void pack() {
        measured.pack();
    }
}
