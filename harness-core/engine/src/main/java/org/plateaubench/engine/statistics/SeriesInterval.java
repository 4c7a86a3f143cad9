// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * The interval of confidence of a statistic of the means of series that were measured at the same time and are
 * correlated in time, by a circular block bootstrap. Its blocks are twice as long as {@link BlockLength} recommends,
 * which is optimal for a variance but too short for an interval (Y. Sun, P. C. B. Phillips and S. Jin, Optimal
 * bandwidth selection in heteroskedasticity-autocorrelation robust testing, Econometrica 76 (2008)), and at least a
 * tenth of the series. Pure functions; any thread.
 */
public final class SeriesInterval {
    public static final int FEWEST_VALUES = 60;

    static final int REPLICATES = 2000;
    private static final int LONGER = 2;
    private static final int MAX_BLOCKS = 10;
    private static final int FEWEST_BLOCKS = 5;

    private SeriesInterval() {}

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
                Math.max(LONGER * BlockLength.of(together), (n + MAX_BLOCKS - 1) / MAX_BLOCKS), 1, n / FEWEST_BLOCKS);
    }

    /**
     * The circular block bootstrap of series that were measured at the same time (D. N. Politis and J. P. Romano, A
     * circular block-resampling procedure for stationary data, 1992). A resample consists of stretches of equal length that
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

    /**
     * Computes the length of the blocks of a circular block bootstrap, after D. N. Politis and H. White, Automatic
     * block-length selection for the dependent bootstrap, Econometric Reviews 23 (2004), with the correction of A. Patton,
     * D. N. Politis and H. White, ibid. 28 (2009). Pure functions; any thread.
     */
    static final class BlockLength {
        /** The number of standard errors of a white series within which a correlation counts as 0, by the authors' rule. */
        private static final double IMPLAUSIBLE = 2;

        private static final int FEWEST_LAGS_OF_NONE = 5;

        private BlockLength() {}

        /** The length of blocks for a series, from 1 to a third of the series. */
        public static int of(double[] series) {
            int n = series.length;
            int longest = Math.max(1, n / 3);
            double[] covariance = covariances(series, Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)) + lagsOfNone(n)));
            if (covariance[0] <= 0) {
                return 1;
            }
            int bandwidth = Math.min(2 * Math.max(1, lastLag(covariance, n)), covariance.length - 1);
            double spectrum = covariance[0];
            double slope = 0;
            for (int lag = 1; lag <= bandwidth; lag++) {
                double weight = flatTop((double) lag / bandwidth);
                spectrum += 2 * weight * covariance[lag];
                slope += 2 * weight * lag * covariance[lag];
            }
            double variance = 4.0 / 3 * spectrum * spectrum;
            if (variance <= 0) {
                return longest;
            }
            double length = Math.cbrt(2 * slope * slope / variance * n);
            return Math.clamp(Math.round(length), 1, longest);
        }

        private static int lagsOfNone(int n) {
            return Math.max(FEWEST_LAGS_OF_NONE, (int) Math.ceil(Math.sqrt(Math.log10(n))));
        }

        /** The last lag before a sequence of lags without correlation. */
        private static int lastLag(double[] covariance, int n) {
            double bound = IMPLAUSIBLE * Math.sqrt(Math.log10(Math.max(2, n)) / n);
            int none = lagsOfNone(n);
            int last = 0;
            for (int lag = 1; lag < covariance.length && lag - last <= none; lag++) {
                if (Math.abs(covariance[lag] / covariance[0]) >= bound) {
                    last = lag;
                }
            }
            return last;
        }

        private static double[] covariances(double[] series, int most) {
            double mean = 0;
            for (double value : series) {
                mean += value / series.length;
            }
            double[] result = new double[most + 1];
            for (int lag = 0; lag <= most; lag++) {
                double sum = 0;
                for (int i = 0; i + lag < series.length; i++) {
                    sum += (series[i] - mean) * (series[i + lag] - mean);
                }
                result[lag] = sum / series.length;
            }
            return result;
        }

        private static double flatTop(double part) {
            return part <= 0.5 ? 1 : 2 * (1 - part);
        }
    }
}
