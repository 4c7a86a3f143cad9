// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Arrays;

/**
 * The splits of a series by the energy distance between their sides, see {@link ChangePoints}. It keeps only two rows
 * of sums, so that those of a thousand values fit in the first-level cache. Not thread-safe.
 */
final class EnergySplits {
    /** The smallest number of values on each side of a split. */
    static final int FEWEST_VALUES = 3;

    private double[] together = new double[0];
    private double[] whole = new double[0];
    private double[] inverse = new double[0];
    private long examined;

    /** The best split of a stretch: the values before {@code at}, and those from there to {@code to}, exclusive. */
    record Split(double statistic, int at, int to) {}

    /** The number of splits examined so far: for a series, half the square of its length. */
    long examined() {
        return examined;
    }

    /**
     * The best split of all stretches that begin with the first value, or that of the shortest stretch whose split
     * reaches {@code enough}. Its statistic is 0 if there are too few values.
     */
    Split best(double[] values, double enough) {
        int n = values.length;
        reserve(n);
        Arrays.fill(together, 0, n + 1, 0);
        Split best = new Split(0, 0, 0);
        for (int to = 1; to <= n; to++) {
            double sum = add(values, to);
            whole[to] = whole[to - 1] + 2 * sum;
            together[to] = whole[to];
            if (to >= 2 * FEWEST_VALUES) {
                best = better(best, to);
                if (best.statistic() >= enough) {
                    return best;
                }
            }
        }
        return best;
    }

    private void reserve(int n) {
        if (together.length <= n) {
            together = new double[n + 1];
            whole = new double[n + 1];
            inverse = new double[n + 1];
            for (int i = 1; i <= n; i++) {
                inverse[i] = 1.0 / i;
            }
        }
    }

    /**
     * Adds the distances of a value to those before it; {@code together[k]} is then the sum between the first k and the
     * first {@code to}.
     */
    private double add(double[] values, int to) {
        double value = values[to - 1];
        double sum = 0;
        for (int k = 1; k < to; k++) {
            sum += Math.abs(value - values[k - 1]);
            together[k] += sum;
        }
        return sum;
    }

    private Split better(Split best, int to) {
        double most = Double.NEGATIVE_INFINITY;
        int place = 0;
        int last = to - FEWEST_VALUES;
        for (int at = FEWEST_VALUES; at <= last; at++) {
            int right = to - at;
            double within = whole[at];
            double between = together[at] - within;
            double withinRight = whole[to] - 2 * between - within;
            double energy = 2 * between - within * right * inverse[at - 1] - withinRight * at * inverse[right - 1];
            if (energy > most) {
                most = energy;
                place = at;
            }
        }
        examined += last - FEWEST_VALUES + 1;
        double statistic = most * inverse[to];
        return statistic > best.statistic() ? new Split(statistic, place, to) : best;
    }
}
