// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.util.Arrays;
import java.util.Random;

/** A distribution of times, as values of equal probability in ascending order. Milliseconds. */
final class Times {
    private static final int POINTS = 4_000;
    private static final int ADDED_POINTS = 400;

    /** The single time 0. */
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
        double[] ownPoints = reduced(POINTS);
        double[] others = other.reduced(ADDED_POINTS);
        double[] sums = new double[ownPoints.length * others.length];
        int next = 0;
        for (double value : ownPoints) {
            for (double added : others) {
                sums[next++] = value + added;
            }
        }
        return of(sums);
    }

    /** By how much these times exceed others at each percentile; 0 where they do not. */
    Times excess(Times other) {
        double[] excess = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            double share = (i + 0.5) / POINTS;
            excess[i] = Math.max(0, percentile(share) - other.percentile(share));
        }
        return of(excess);
    }

    private double[] reduced(int maxPoints) {
        if (ascending.length <= maxPoints) {
            return ascending;
        }
        double[] points = new double[maxPoints];
        for (int i = 0; i < maxPoints; i++) {
            points[i] = ascending[(int) ((i + 0.5) / maxPoints * ascending.length)];
        }
        return points;
    }

    double draw(Random random) {
        return ascending[random.nextInt(ascending.length)];
    }
}
