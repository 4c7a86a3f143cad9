// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The difference between a percentile of the values in some slots of a series and that of the values in others, and how
 * certain it is: by resamples of a circular block bootstrap of both parts at once ({@link SeriesInterval} gives the
 * length of the blocks), in each of which both percentiles are computed from the added counts. What is correlated in
 * time, and what happened to both parts, stays together.
 *
 * @param interval interval of confidence of the difference
 * @param probability of so great a difference by chance alone, two-sided, by Student's law
 */
public record PercentileShift(ConfidenceInterval interval, double probability) {
    /** Fewest slots of a series for an interval; coverage was simulated from here on. */
    public static final int FEWEST_SLOTS = 30;

    /** Fewest blocks with values of a part; fewer do not show how much it varies. */
    public static final int FEWEST_BLOCKS = 5;

    /** Greatest share of resamples without a value of a part: if more lack one, the rest are not a fair choice. */
    private static final double MOST_EMPTY = 0.05;

    /**
     * The difference of the first part less the second.
     *
     * @param share share of the percentile, such as 0.99
     * @param difference the difference that was measured; intervals are put around it
     * @param level confidence of the interval
     * @param seed of the draws: the same gives the same interval
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

    /** Slot by slot, how many more values than the share of all lie within the percentile. */
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
