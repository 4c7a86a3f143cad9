// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.measure.histogram.ExactRange;

/**
 * Times in rank order: all measured values, followed by the censored ones (measurement rule M12).
 *
 * @param histogram measured values, nanoseconds
 * @param overflow measured values above the range of the histogram
 * @param sumNanos exact sum of all measured values
 * @param minNanos exact smallest value, meaningless without values
 * @param maxNanos exact greatest value, meaningless without values
 * @param censored number of operations that timed out, were abandoned or were dropped
 * @param longestCensoredNanos longest wait among the censored
 */
public record RankedTimes(
        Histogram histogram,
        long overflow,
        double sumNanos,
        long minNanos,
        long maxNanos,
        long censored,
        long longestCensoredNanos) {

    public long measured() {
        return histogram.getTotalCount() + overflow;
    }

    public long ranked() {
        return measured() + censored;
    }

    /** The longest known wait: no censored operation is ranked below a measured one. */
    public long longestNanos() {
        long longestMeasured = measured() == 0 ? 0 : maxNanos;
        return censored == 0 ? longestMeasured : Math.max(longestMeasured, longestCensoredNanos);
    }

    /**
     * The value that at least the given share of all ranked values do not exceed, to the resolution of the histogram.
     * Without censored values it is the upper edge of a bucket, as printed by HdrHistogram's own tools, limited to the
     * range from the exact smallest to the exact greatest value.
     *
     * @param percentile above 0, at most 100
     * @return null when nothing is ranked
     */
    @Nullable
    public Estimate percentile(double percentile) {
        long all = ranked();
        if (all == 0) {
            return null;
        }
        long rank = rank(percentile, all);
        boolean lowResolution = all - rank < Estimate.NEEDED_BEYOND;
        if (rank > measured()) {
            return new Estimate(longestNanos(), true, lowResolution);
        }
        if (rank > histogram.getTotalCount()) {
            return new Estimate(within(histogram.getHighestTrackableValue()), true, lowResolution);
        }
        return new Estimate(within(valueAt(rank)), false, lowResolution);
    }

    private long within(long nanos) {
        return ExactRange.within(nanos, minNanos, maxNanos);
    }

    /** Mean of the measured values in nanoseconds, from the exact sum; null when there are none. */
    @Nullable
    public Double meanNanos() {
        return measured() == 0 ? null : sumNanos / measured();
    }

    /**
     * The number of values that are certainly above a bound: those in a bucket above it, above the range of the
     * histogram, and censored.
     */
    public long beyond(long boundNanos) {
        long within = histogram.getTotalCount() == 0 ? 0 : histogram.getCountBetweenValues(0, boundNanos);
        return ranked() - within;
    }

    /**
     * The rank of a percentile among the given number of values, from 1. It rounds like HdrHistogram: the percentile is
     * reduced by one unit in the last place, so that an exact share is not exceeded.
     */
    public static long rank(double percentile, long all) {
        double stepDown = Math.min(Math.nextDown(percentile), 100.0);
        return Math.max(1, (long) Math.ceil(stepDown * all / 100.0));
    }

    private long valueAt(long rank) {
        for (HistogramIterationValue value : histogram.recordedValues()) {
            if (value.getTotalCountToThisValue() >= rank) {
                return histogram.highestEquivalentValue(value.getValueIteratedTo());
            }
        }
        throw new IllegalStateException("rank " + rank + " in a histogram of " + histogram.getTotalCount());
    }
}
