// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.function.ToDoubleFunction;

/**
 * The interval of confidence of a statistic of the means of series that were measured at the same time and are
 * correlated in time, by a circular block bootstrap. Its blocks are twice as long as {@link BlockLength} recommends,
 * which is optimal for a variance but too short for an interval (Y. Sun, P. C. B. Phillips and S. Jin, Optimal
 * bandwidth selection in heteroskedasticity-autocorrelation robust testing, Econometrica 76 (2008)), and at least a
 * tenth of the series. Pure functions; any thread.
 */
public final class SeriesInterval {
    /** The smallest number of values of a series for an interval. */
    public static final int FEWEST_VALUES = 60;

    static final int REPLICATES = 2000;
    private static final int LONGER = 2;
    private static final int MOST_BLOCKS = 10;
    private static final int FEWEST_BLOCKS = 5;

    private SeriesInterval() {}

    /**
     * The interval.
     *
     * @param series values in the order of time, equally many in each series and at least {@link #FEWEST_VALUES}
     * @param together a series of equal length that varies like the statistic, from which the block length is computed
     * @param ofMeans computes the statistic from the mean of each series
     * @param level its confidence, above 0 and below 1
     * @param seed seed of the draws; equal seeds give equal intervals
     */
    public static ConfidenceInterval of(
            double[][] series, double[] together, ToDoubleFunction<double[]> ofMeans, double level, long seed) {
        return of(series, together, ofMeans, level, seed, REPLICATES);
    }

    static ConfidenceInterval of(
            double[][] series,
            double[] together,
            ToDoubleFunction<double[]> ofMeans,
            double level,
            long seed,
            int replicates) {
        BlockBootstrap bootstrap = new BlockBootstrap(series, blockLength(together), seed);
        return Intervals.expandedPercentile(bootstrap.replicates(replicates, ofMeans), bootstrap.blocks(), level);
    }

    static int blockLength(double[] together) {
        int n = together.length;
        return Math.clamp(
                Math.max(LONGER * BlockLength.of(together), (n + MOST_BLOCKS - 1) / MOST_BLOCKS), 1, n / FEWEST_BLOCKS);
    }
}
