// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * The confidence interval of a statistic of the means of series that were measured at the same time and are
 * correlated in time, by a circular block bootstrap with blocks of a tenth of the series. Pure functions.
 */
public final class SeriesInterval {
    public static final int MIN_VALUES = 60;

    static final int REPLICATES = 2000;
    private static final int BLOCKS = 10;

    private SeriesInterval() {}

    public static ConfidenceInterval of(
            double[][] series, ToDoubleFunction<double[]> ofMeans, double level, long seed) {
        return of(series, ofMeans, level, seed, REPLICATES);
    }

    static ConfidenceInterval of(
            double[][] series, ToDoubleFunction<double[]> ofMeans, double level, long seed, int replicates) {
        int block = Math.ceilDiv(series[0].length, BLOCKS);
        BlockBootstrap bootstrap = new BlockBootstrap(series, block, seed);
        return Intervals.expandedPercentile(bootstrap.replicates(replicates, ofMeans), bootstrap.blocks(), level);
    }

    /**
     * The circular block bootstrap of series that were measured at the same time (D. N. Politis and J. P. Romano, A
     * circular block-resampling procedure for stationary data, 1992). A resample consists of blocks of equal length that
     * begin anywhere, continue from the end to the start, and are the same in every series. So neighbouring values stay
     * neighbours, and simultaneous values stay simultaneous. Not thread-safe.
     */
    private static final class BlockBootstrap {
        /** Cumulative sums of each series, which is repeated once. */
        private final double[][] sums;

        private final int length;
        private final int block;
        private final long seed;

        BlockBootstrap(double[][] series, int block, long seed) {
            this.length = series[0].length;
            this.block = block;
            this.seed = seed;
            this.sums = new double[series.length][];
            for (int i = 0; i < series.length; i++) {
                sums[i] = sums(series[i]);
            }
        }

        private double[] sums(double[] series) {
            double[] result = new double[2 * length + 1];
            for (int i = 0; i < 2 * length; i++) {
                result[i + 1] = result[i] + series[i % length];
            }
            return result;
        }

        /** The number of blocks of a resample, of which the last may be shorter. */
        double blocks() {
            return (double) length / block;
        }

        double[] replicates(int count, ToDoubleFunction<double[]> ofMeans) {
            SplittableRandom random = new SplittableRandom(seed);
            double[] result = new double[count];
            double[] means = new double[sums.length];
            int[] starts = new int[(length + block - 1) / block];
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < starts.length; j++) {
                    starts[j] = random.nextInt(length);
                }
                for (int k = 0; k < sums.length; k++) {
                    means[k] = sum(sums[k], starts) / length;
                }
                result[i] = ofMeans.applyAsDouble(means);
            }
            return result;
        }

        private double sum(double[] of, int[] starts) {
            double sum = 0;
            int left = length;
            for (int start : starts) {
                int taken = Math.min(block, left);
                sum += of[start + taken] - of[start];
                left -= taken;
            }
            return sum;
        }
    }
}
