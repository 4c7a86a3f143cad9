// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/** A confidence interval of a mean or of another statistic. */
public record ConfidenceInterval(double lower, double upper, double level) {
    /** The fewest values of a series for an interval. */
    public static final int MIN_VALUES = 60;

    static final int REPLICATES = 2000;
    private static final int BLOCKS = 10;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Whether the interval hardly determines a value: is wider than twice the distance of the value from zero. */
    public boolean isTooWideFor(double value) {
        return (upper - lower) / 2 > Math.abs(value);
    }

    /**
     * The interval of a mean of independent values, such as of a percentile over trials. If all values are above 0, it
     * is computed by Student's distribution on the logarithm of the mean, whose error is the relative error of the mean
     * (delta method; G. Casella and R. L. Berger, Statistical inference, section 5.5.4), so it is above 0 like the
     * values. Otherwise it is Student's interval of the values themselves; if no value is below 0, it is cut at 0,
     * because no mean of such values is below.
     */
    public static ConfidenceInterval ofMean(double[] values, double level) {
        int n = values.length;
        double mean = Moments.mean(values);
        double half = student(level, n - 1.0) * Math.sqrt(Moments.variance(values) / n);
        double least = Arrays.stream(values).min().orElseThrow();
        if (least > 0) {
            double factor = Math.exp(half / mean);
            return new ConfidenceInterval(mean / factor, mean * factor, level);
        }
        return new ConfidenceInterval(least == 0 ? Math.max(0, mean - half) : mean - half, mean + half, level);
    }

    /**
     * The expanded percentile interval of a bootstrap. Its percentiles of the replicates are further out than the
     * nominal ones, by as much as Student's distribution is wider than the normal distribution, since a resample varies
     * less than the sample does (T. C. Hesterberg, What teachers should know about the bootstrap, The American
     * Statistician 69 (2015), section 5.3).
     */
    public static ConfidenceInterval expandedPercentile(double[] replicates, double independent, double level) {
        double[] sorted = replicates.clone();
        Arrays.sort(sorted);
        double wider = Math.sqrt(independent / (independent - 1)) * student(level, independent - 1);
        double tail = NORMAL.cumulativeProbability(-wider);
        return new ConfidenceInterval(quantile(sorted, tail), quantile(sorted, 1 - tail), level);
    }

    /**
     * The interval of the ratio of two independent means. It is computed on the logarithm of the ratio, whose
     * variance is the sum of the squared relative errors of the means (delta method; G. Casella and R. L. Berger,
     * Statistical inference, section 5.5.4), by Student's distribution with the degrees of freedom of Welch and
     * Satterthwaite (B. L. Welch, Biometrika 34 (1947)).
     */
    public static @Nullable ConfidenceInterval ofRatio(double[] values, double[] reference, double level) {
        if (values.length < 2 || reference.length < 2 || !isPositive(values) || !isPositive(reference)) {
            return null;
        }
        if (Moments.isConstant(values) && Moments.isConstant(reference)) {
            return null;
        }
        double ownError = squaredRelativeError(values);
        double referenceError = squaredRelativeError(reference);
        double ratio = Moments.mean(values) / Moments.mean(reference);
        double degrees = (ownError + referenceError)
                * (ownError + referenceError)
                / (ownError * ownError / (values.length - 1)
                        + referenceError * referenceError / (reference.length - 1));
        double half = student(level, degrees) * Math.sqrt(ownError + referenceError);
        return new ConfidenceInterval(ratio * Math.exp(-half), ratio * Math.exp(half), level);
    }

    private static boolean isPositive(double[] values) {
        return Arrays.stream(values).allMatch(value -> value > 0);
    }

    private static double squaredRelativeError(double[] values) {
        double mean = Moments.mean(values);
        return Moments.variance(values) / values.length / (mean * mean);
    }

    /** The value of Student's distribution that is exceeded, up or down, with probability 1 - level. */
    private static double student(double level, double degrees) {
        return TDistribution.of(degrees).inverseSurvivalProbability((1 - level) / 2);
    }

    /** The quantile, interpolated linearly between order statistics (Hyndman and Fan's definition 7). */
    private static double quantile(double[] sorted, double probability) {
        double at = probability * (sorted.length - 1);
        int below = (int) Math.floor(at);
        int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    /** The interval of a statistic of means of simultaneous series, by a block bootstrap with ten blocks. */
    public static ConfidenceInterval ofSeries(
            double[][] series, ToDoubleFunction<double[]> ofMeans, double level, long seed) {
        return ofSeries(series, ofMeans, level, seed, REPLICATES);
    }

    static ConfidenceInterval ofSeries(
            double[][] series, ToDoubleFunction<double[]> ofMeans, double level, long seed, int replicates) {
        int block = Math.ceilDiv(series[0].length, BLOCKS);
        BlockBootstrap bootstrap = new BlockBootstrap(series, block, seed);
        return expandedPercentile(bootstrap.replicates(replicates, ofMeans), bootstrap.blocks(), level);
    }

    /**
     * The circular block bootstrap of series that were measured at the same time (D. N. Politis and J. P. Romano, A
     * circular block-resampling procedure for stationary data, 1992). A resample consists of blocks of equal length
     * that begin anywhere, continue from the end to the start, and are the same in every series. So neighbouring values
     * stay neighbours, and simultaneous values stay simultaneous. Not thread-safe.
     */
    private static final class BlockBootstrap {
        /** Cumulative sums of each series, followed by the same series again. */
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

        /** The number of blocks of a resample; the last may be shorter. */
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

        private double sum(double[] cumulative, int[] starts) {
            double sum = 0;
            int left = length;
            for (int start : starts) {
                int taken = Math.min(block, left);
                sum += cumulative[start + taken] - cumulative[start];
                left -= taken;
            }
            return sum;
        }
    }
}
