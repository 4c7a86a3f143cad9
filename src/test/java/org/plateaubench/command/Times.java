// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.util.Arrays;
import java.util.Random;

/** A distribution of times, as values of equal probability in ascending order. Milliseconds. */
final class Times {
    private static final int POINTS = 4_000;
    private static final int ADDED_POINTS = 400;

    /** Takes no time. */
    static final Times NONE = new Times(new double[1]);

    private final double[] ascending;

    private Times(double[] ascending) {
        this.ascending = ascending;
    }

    /** Values in any order; the array is kept. */
    static Times of(double[] values) {
        Arrays.sort(values);
        return new Times(values);
    }

    int count() {
        return ascending.length;
    }

    double percentile(double share) {
        int rank = (int) Math.ceil(share * ascending.length - 1e-9);
        return ascending[Math.clamp(rank - 1L, 0, ascending.length - 1)];
    }

    /** The distribution of the sum with an independent time. */
    Times plus(Times other) {
        double[] ownPoints = thinned(POINTS);
        double[] others = other.thinned(ADDED_POINTS);
        double[] sums = new double[ownPoints.length * others.length];
        int next = 0;
        for (double value : ownPoints) {
            for (double added : others) {
                sums[next++] = value + added;
            }
        }
        return of(sums);
    }

    /** By how much these exceed others at each percentile; 0 if they do not. */
    Times excess(Times other) {
        double[] excess = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            double share = (i + 0.5) / POINTS;
            excess[i] = Math.max(0, percentile(share) - other.percentile(share));
        }
        return of(excess);
    }

    private double[] thinned(int most) {
        if (ascending.length <= most) {
            return ascending;
        }
        double[] points = new double[most];
        for (int i = 0; i < most; i++) {
            points[i] = ascending[(int) ((i + 0.5) / most * ascending.length)];
        }
        return points;
    }

    double drawn(Random random) {
        return ascending[random.nextInt(ascending.length)];
    }
}
