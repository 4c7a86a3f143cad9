// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.measure.histogram.HistogramLayout;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.SparseHistogram;

/** Times of one operation over all tiles, due inside or outside of a kind's events. Not thread-safe. */
final class SidedTimes {
    /** The percentiles of a result. */
    static final List<Double> PERCENTILES = List.of(50.0, 95.0, 99.0);

    /** The smallest number of separate stretches for an interval; fewer do not show how much the times vary. */
    private static final int FEWEST_STRETCHES = 5;

    private static final double LEVEL = 0.95;

    private final TimeTotals ranked = new TimeTotals();
    private final long[] all;
    private final long[][] within;
    /** The greatest counter whose times are within each percentile. */
    private final int[] reach = new int[PERCENTILES.size()];

    SidedTimes(int stretches) {
        all = new long[stretches];
        within = new long[PERCENTILES.size()][stretches];
    }

    /** Adds the times of some counters. */
    void add(int stretch, SparseHistogram times, int from, int to) {
        ranked.add(times, from, to);
        for (int counter = from; counter < to; counter++) {
            all[stretch] += times.count(counter);
        }
    }

    /** Adds operations that took longer than all others, by an unknown time. */
    void addCensored(int stretch, long count, long longestNanos) {
        ranked.addCensored(count, longestNanos);
        all[stretch] += count;
    }

    long count() {
        return ranked.ranked();
    }

    /** Determines the percentiles, after all times have been added and before they are added once more. */
    void setPercentiles() {
        for (int i = 0; i < reach.length; i++) {
            Estimate estimate = ranked.percentile(PERCENTILES.get(i));
            long nanos = estimate == null ? 0 : Math.min(estimate.nanos(), HistogramRange.HIGHEST_NANOS);
            reach[i] = HistogramLayout.OK.index(nanos);
        }
    }

    /** Adds times for the second time, to count those within each percentile by stretch. */
    void addAgain(int stretch, SparseHistogram times, int from, int to) {
        for (int i = 0; i < reach.length; i++) {
            long sum = 0;
            for (int counter = from; counter < to && times.index(counter) <= reach[i]; counter++) {
                sum += times.count(counter);
            }
            within[i][stretch] += sum;
        }
    }

    /** A percentile by its index, null without values. */
    EventResult.@Nullable Side side(int index) {
        Estimate estimate = ranked.percentile(PERCENTILES.get(index));
        if (estimate == null) {
            return null;
        }
        double error = estimate.lowerBound() || estimate.lowResolution() ? Double.NaN : error(index);
        double share = PERCENTILES.get(index) / 100;
        Estimate lower = Double.isNaN(error) ? null : at(share - error);
        Estimate upper = Double.isNaN(error) ? null : at(share + error);
        if (lower == null || upper == null || upper.lowerBound()) {
            return new EventResult.Side(count(), Figures.millis(estimate.nanos()), estimate.lowerBound(), null, null);
        }
        return new EventResult.Side(
                count(),
                Figures.millis(estimate.nanos()),
                false,
                Figures.millis(lower.nanos()),
                Figures.millis(upper.nanos()));
    }

    private @Nullable Estimate at(double share) {
        return ranked.percentile(100 * Math.clamp(share, Double.MIN_NORMAL, 1));
    }

    /**
     * Half the width of the interval of the share of times within a percentile, by Student's law for shares that vary
     * from stretch to stretch (Woodruff 1952 with the variance between clusters); not a number with too few stretches.
     */
    private double error(int index) {
        long sum = 0;
        int clusters = 0;
        for (int i = 0; i < all.length; i++) {
            sum += within[index][i];
            clusters += all[i] > 0 ? 1 : 0;
        }
        if (clusters < FEWEST_STRETCHES) {
            return Double.NaN;
        }
        double share = (double) sum / count();
        double squares = 0;
        for (int i = 0; i < all.length; i++) {
            squares += Math.pow(within[index][i] - share * all[i], 2);
        }
        double deviation = Math.sqrt(squares * clusters / (clusters - 1)) / count();
        return TDistribution.of(clusters - 1.0).inverseSurvivalProbability((1 - LEVEL) / 2) * deviation;
    }
}
