// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** Intervals of confidence of a mean or of another statistic. Pure functions; any thread. */
public final class Intervals {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private Intervals() {}

    /**
     * The interval of a mean of independent values, such as of a percentile over trials. Of values above zero it is computed on the
     * logarithm of the mean, whose error is the relative error of the mean (delta method; G. Casella and R. L. Berger,
     * Statistical inference, section 5.5.4), by Student's law, so that it is above zero as the values are. Where a value is 0 it
     * is Student's on the values themselves, and ends at 0: no mean of such values is below. Where one is below zero the
     * quantity may be, and it is Student's.
     *
     * @param values at least two
     * @param level its confidence, above 0 and below 1
     */
    public static ConfidenceInterval ofMean(double[] values, double level) {
        int n = values.length;
        if (n < 2) {
            throw new IllegalArgumentException("an interval of a mean needs two values, not " + n);
        }
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
     * The interval of a mean by Student's law on the values themselves, as it was computed before it was on the logarithm.
     *
     * @param standardDeviation of the sample
     * @param n number of values, at least two
     * @param level its confidence, above 0 and below 1
     */
    public static ConfidenceInterval studentOfMean(double mean, double standardDeviation, int n, double level) {
        double half = student(level, n - 1.0) * standardDeviation / Math.sqrt(n);
        return new ConfidenceInterval(mean - half, mean + half, level);
    }

    /**
     * The expanded percentile interval of a bootstrap: the percentiles of its replicates, further out than the nominal ones
     * by as much as Student's law is wider than the normal one, since a resample varies less than the sample does (T. C.
     * Hesterberg, What teachers should know about the bootstrap, The American Statistician 69 (2015), section 5.3).
     *
     * @param replicates the statistic of each resample, many
     * @param independent of how many independent values a resample is put together, above 1: its blocks
     * @param level its confidence, above 0 and below 1
     */
    public static ConfidenceInterval expandedPercentile(double[] replicates, double independent, double level) {
        double[] sorted = replicates.clone();
        Arrays.sort(sorted);
        double wider = Math.sqrt(independent / (independent - 1)) * student(level, independent - 1);
        double tail = NORMAL.cumulativeProbability(-wider);
        return new ConfidenceInterval(quantile(sorted, tail), quantile(sorted, 1 - tail), level);
    }

    /** What is exceeded, up or down, with the probability that the level leaves. */
    private static double student(double level, double degrees) {
        return TDistribution.of(degrees).inverseSurvivalProbability((1 - level) / 2);
    }

    /** Linear between order statistics (Hyndman and Fan's definition 7). */
    private static double quantile(double[] sorted, double probability) {
        double at = probability * (sorted.length - 1);
        int below = (int) Math.floor(at);
        int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
