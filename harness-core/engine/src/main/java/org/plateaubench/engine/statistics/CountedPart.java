// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Arrays;

/**
 * Counts the values of a part of a series, such as response times during events, by slot and by ascending bounds around
 * the percentile that is compared. Not thread-safe.
 */
public final class CountedPart {
    /** The distance between bounds, in the logarithm of the odds of a rank. */
    private static final double STEP = 0.17;

    private static final int STEPS_EACH_WAY = 24;

    private final double[] bounds;
    private final double[] all;
    private final double[][] upTo;

    /** The index of the bound that is the percentile itself. */
    private final int middle;

    /**
     * Creates a part without values.
     *
     * @param bounds ascending and distinct, such as those that {@link #shares} of the values do not exceed
     * @param percentile the bound that is the percentile itself
     * @param slots number of slots
     */
    public CountedPart(double[] bounds, double percentile, int slots) {
        this.bounds = bounds.clone();
        middle = Arrays.binarySearch(bounds, percentile);
        if (middle < 0) {
            throw new IllegalArgumentException("the percentile " + percentile + " is none of the bounds");
        }
        all = new double[slots];
        upTo = new double[bounds.length][slots];
    }

    /** The shares of values, ascending, at which the bounds for a percentile should be; they include its own share. */
    public static double[] shares(double share) {
        double odds = Math.log(share / (1 - share));
        double[] shares = new double[2 * STEPS_EACH_WAY + 1];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = i == STEPS_EACH_WAY ? share : 1 / (1 + Math.exp(-odds - STEP * (i - STEPS_EACH_WAY)));
        }
        return shares;
    }

    /** Counts equal values; a value that is only known to exceed all others is infinite. */
    public void add(int slot, double value, long count) {
        all[slot] += count;
        int at = Arrays.binarySearch(bounds, value);
        int first = at >= 0 ? at : -at - 1;
        if (first < bounds.length) {
            upTo[first][slot] += count;
        }
    }

    int middle() {
        return middle;
    }

    int slots() {
        return all.length;
    }

    /** The counts of all values, followed by those within each bound; called once, after the last value. */
    double[][] series() {
        double[][] series = new double[bounds.length + 1][];
        series[0] = all;
        double[] sum = new double[all.length];
        for (int i = 0; i < bounds.length; i++) {
            for (int slot = 0; slot < sum.length; slot++) {
                sum[slot] += upTo[i][slot];
            }
            series[i + 1] = sum.clone();
        }
        return series;
    }

    /** Whether a slot has a value. */
    boolean isIn(int slot) {
        return all[slot] > 0;
    }

    /**
     * The percentile from means of {@link #series}, interpolated linearly between bounds; not a number without values.
     *
     * @param from index of the first mean
     */
    double percentile(double share, double[] means, int from) {
        double wanted = share * means[from];
        if (!(wanted > 0)) {
            return Double.NaN;
        }
        int low = 0;
        int high = bounds.length - 1;
        if (means[from + 1 + high] < wanted) {
            return bounds[high];
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (means[from + 1 + middle] >= wanted) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        if (low == 0) {
            return bounds[0];
        }
        double below = means[from + low];
        double above = means[from + 1 + low];
        return bounds[low - 1] + (bounds[low] - bounds[low - 1]) * (wanted - below) / (above - below);
    }
}
