// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The difference between a percentile of the values in some slots of a series and the same percentile in the other
 * slots, with its significance. It is computed from resamples of a circular block bootstrap of both parts at once (with
 * the block length of {@link SeriesInterval}), in each of which both percentiles are computed from the summed counts.
 * So correlations in time and between the parts are preserved.
 *
 * @param interval interval of confidence of the difference
 * @param probability two-sided probability that chance alone gives so great a difference, by Student's distribution
 */
public record PercentileShift(ConfidenceInterval interval, double probability) {
    /** The smallest number of slots of a series for an interval; coverage was simulated from this number on. */
    public static final int FEWEST_SLOTS = 30;

    /** The smallest number of blocks with values of a part; fewer do not show how much it varies. */
    public static final int FEWEST_BLOCKS = 5;

    /**
     * The greatest share of resamples without values of a part; if it is exceeded, the others are not representative.
     */
    private static final double MOST_EMPTY = 0.05;

    /**
     * The percentile of the first part minus that of the second.
     *
     * @param share share of the percentile, such as 0.99
     * @param difference the measured difference, which is the centre of the interval
     * @param level confidence of the interval
     * @param seed seed of the draws; equal seeds give equal intervals
     * @return null when a part has values in fewer than {@value #FEWEST_BLOCKS} blocks
     */
    public static @Nullable PercentileShift of(
            double share, double difference, CountedPart one, CountedPart other, double level, long seed) {
        return of(share, difference, one, other, level, seed, SeriesInterval.REPLICATES);
    }

    static @Nullable PercentileShift of(
            double share,
            double difference,
            CountedPart one,
            CountedPart other,
            double level,
            long seed,
            int replicates) {
        if (one.slots() < FEWEST_SLOTS) {
            throw new IllegalArgumentException("a comparison needs " + FEWEST_SLOTS + " slots, not " + one.slots());
        }
        double[][] first = one.series();
        double[][] second = other.series();
        int block = Math.max(
                SeriesInterval.blockLength(excess(first, share, one.middle())),
                SeriesInterval.blockLength(excess(second, share, other.middle())));
        int blocks = Math.min(blocksWith(one, block), blocksWith(other, block));
        if (blocks < FEWEST_BLOCKS) {
            return null;
        }
        double[][] all = new double[first.length + second.length][];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        double measured = one.percentile(share, sums(first), 0) - other.percentile(share, sums(second), 0);
        double[] values = Arrays.stream(new BlockBootstrap(all, block, seed)
                        .replicates(
                                replicates,
                                means -> one.percentile(share, means, 0)
                                        - other.percentile(share, means, first.length)
                                        - measured
                                        + difference))
                .filter(Double::isFinite)
                .toArray();
        if (values.length < (1 - MOST_EMPTY) * replicates) {
            return null;
        }
        return new PercentileShift(
                Intervals.expandedPercentile(values, blocks, level), probability(values, difference, blocks));
    }

    private static double probability(double[] values, double difference, int blocks) {
        double error = Math.sqrt(Moments.variance(values) * blocks / (blocks - 1));
        if (error == 0) {
            return difference == 0 ? 1 : 0;
        }
        return 2 * TDistribution.of(blocks - 1.0).survivalProbability(Math.abs(difference) / error);
    }

    /** The excess by slot: the number of values within the percentile minus the expected share of all values. */
    private static double[] excess(double[][] series, double share, int middle) {
        double[] excess = new double[series[0].length];
        for (int i = 0; i < excess.length; i++) {
            excess[i] = series[middle + 1][i] - share * series[0][i];
        }
        return excess;
    }

    private static double[] sums(double[][] series) {
        return Arrays.stream(series)
                .mapToDouble(one -> Arrays.stream(one).sum())
                .toArray();
    }

    private static int blocksWith(CountedPart part, int block) {
        return (int) IntStream.range(0, part.slots())
                .filter(part::isIn)
                .map(slot -> slot / block)
                .distinct()
                .count();
    }
}
