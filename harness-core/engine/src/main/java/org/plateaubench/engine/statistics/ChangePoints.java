// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds the points at which the distribution of a series changes, by E-divisive of D. S. Matteson and N. A. James, A
 * nonparametric approach for multiple change point analysis of multivariate data, Journal of the American Statistical
 * Association 109 (2014), with distances to the power of 1. The best split is the one with the greatest energy distance
 * between its sides. It is accepted if at most a permitted share of permutations of the values have a split with at
 * least this distance; then both parts are searched. The permutations assume independent values: if neighbouring values
 * are correlated, false alarms are more frequent than the bound. Pure functions.
 */
public final class ChangePoints {
    public static final String NAME = "E-divisive (Matteson and James 2014), permutation test";

    public static final int MIN_VALUES = EnergySplits.MIN_VALUES;

    private static final int MIN_PERMUTATIONS = 199;
    /** The number of permutations times the bound: how many may reach the distance, including the series itself. */
    private static final double ALLOWED = 2;

    private ChangePoints() {}

    public record ChangePoint(int index, double pValue) {}

    private static int permutations(double bound) {
        return Math.max(MIN_PERMUTATIONS, (int) Math.ceil(ALLOWED / bound) - 1);
    }

    public static List<ChangePoint> of(double[] values, double falseAlarms, long seed) {
        EnergySplits splits = new EnergySplits();
        SplittableRandom random = new SplittableRandom(seed);
        List<ChangePoint> changes = new ArrayList<>();
        SortedSet<Integer> edges = new TreeSet<>(List.of(0, values.length));
        while (true) {
            List<double[]> parts = parts(values, edges);
            EnergySplits.Split best = null;
            int offset = 0;
            int start = 0;
            for (double[] part : parts) {
                EnergySplits.Split split = splits.best(part, Double.POSITIVE_INFINITY);
                if (best == null || split.statistic() > best.statistic()) {
                    best = split;
                    start = offset;
                }
                offset += part.length;
            }
            if (best == null || best.statistic() <= 0) {
                break;
            }
            double pValue = pValue(parts, best.statistic(), falseAlarms, random, splits);
            if (pValue > falseAlarms) {
                break;
            }
            changes.add(new ChangePoint(start + best.at(), pValue));
            edges.add(start + best.at());
        }
        changes.sort(Comparator.comparingInt(ChangePoint::index));
        return List.copyOf(changes);
    }

    private static List<double[]> parts(double[] values, SortedSet<Integer> edges) {
        List<Integer> at = List.copyOf(edges);
        return IntStream.range(1, at.size())
                .mapToObj(part -> Arrays.copyOfRange(values, at.get(part - 1), at.get(part)))
                .toList();
    }

    /** The share of permutations within the parts with a split at least as good; 1 if it must exceed the bound. */
    private static double pValue(
            List<double[]> parts, double statistic, double bound, SplittableRandom random, EnergySplits splits) {
        int permutations = permutations(bound);
        int greaterOrEqual = 1;
        for (int i = 0; i < permutations; i++) {
            boolean isGreaterOrEqual = false;
            for (double[] part : parts) {
                shuffle(part, random);
                isGreaterOrEqual |= splits.best(part, statistic).statistic() >= statistic;
            }
            greaterOrEqual += isGreaterOrEqual ? 1 : 0;
            if (greaterOrEqual > bound * (permutations + 1)) {
                return 1;
            }
        }
        return greaterOrEqual / (permutations + 1.0);
    }

    private static void shuffle(double[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }

    /**
     * The splits of a series by the energy distance between their sides, see {@link ChangePoints}. It keeps only two
     * rows of sums, so that those of a thousand values fit in the first-level cache. Not thread-safe.
     */
    static final class EnergySplits {
        static final int MIN_VALUES = 3;

        private double[] withFirst = new double[0];
        private double[] withinFirst = new double[0];
        private double[] inverse = new double[0];

        /** The best split of a series: the values before {@code at}, and those from there to {@code to}, exclusive. */
        record Split(double statistic, int at, int to) {}

        /**
         * The best split of all ranges that begin with the first value, or that of the shortest one whose split
         * reaches {@code sufficient}. Its statistic is 0 if there are too few values.
         */
        Split best(double[] values, double sufficient) {
            int n = values.length;
            reserve(n);
            Arrays.fill(withFirst, 0, n + 1, 0);
            Split best = new Split(0, 0, 0);
            for (int to = 1; to <= n; to++) {
                double sum = add(values, to);
                withinFirst[to] = withinFirst[to - 1] + 2 * sum;
                withFirst[to] = withinFirst[to];
                if (to >= 2 * MIN_VALUES) {
                    best = better(best, to);
                    if (best.statistic() >= sufficient) {
                        return best;
                    }
                }
            }
            return best;
        }

        private void reserve(int n) {
            if (withFirst.length <= n) {
                withFirst = new double[n + 1];
                withinFirst = new double[n + 1];
                inverse = new double[n + 1];
                for (int i = 1; i <= n; i++) {
                    inverse[i] = 1.0 / i;
                }
            }
        }

        /**
         * Adds the distances of a value to those before it; {@code withFirst[k]} is then the sum between the first k
         * and the first {@code to}.
         */
        private double add(double[] values, int to) {
            double value = values[to - 1];
            double sum = 0;
            for (int k = 1; k < to; k++) {
                sum += Math.abs(value - values[k - 1]);
                withFirst[k] += sum;
            }
            return sum;
        }

        private Split better(Split best, int to) {
            double greatest = Double.NEGATIVE_INFINITY;
            int splitAt = 0;
            int last = to - MIN_VALUES;
            for (int at = MIN_VALUES; at <= last; at++) {
                int right = to - at;
                double within = withinFirst[at];
                double between = withFirst[at] - within;
                double withinRight = withinFirst[to] - 2 * between - within;
                double energy = 2 * between - within * right * inverse[at - 1] - withinRight * at * inverse[right - 1];
                if (energy > greatest) {
                    greatest = energy;
                    splitAt = at;
                }
            }
            double statistic = greatest * inverse[to];
            return statistic > best.statistic() ? new Split(statistic, splitAt, to) : best;
        }
    }
}
