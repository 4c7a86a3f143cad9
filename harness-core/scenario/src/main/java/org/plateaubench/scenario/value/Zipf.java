// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

/**
 * Draws ranks with probability proportional to r^-s, by rejection-inversion (Hörmann and Derflinger,
 * "Rejection-inversion to generate variates from monotone discrete distributions", 1996). It needs no table, whatever
 * the number of ranks, and rarely a second draw. H(x) is an antiderivative of x^-s that is also exact near s = 1.
 * Immutable.
 */
public final class Zipf {
    /** The value that means that another draw is needed. */
    public static final long REJECTED = 0;

    private final long count;
    private final double exponent;
    private final double areaFirst;
    private final double areaLast;
    private final double squeeze;

    /** Zipf's distribution over the ranks from 1 to {@code count}. */
    public Zipf(long count, double exponent) {
        this.count = count;
        this.exponent = exponent;
        areaFirst = area(1.5) - 1;
        areaLast = area(count + 0.5);
        squeeze = 2 - inverseArea(area(2.5) - density(2));
    }

    /** The rank at a uniform draw from [0, 1), or {@link #REJECTED}. */
    public long rank(double uniform) {
        double area = areaLast + uniform * (areaFirst - areaLast);
        double at = inverseArea(area);
        long rank = Math.clamp((long) (at + 0.5), 1, count);
        boolean isAccepted = rank - at <= squeeze || area >= area(rank + 0.5) - density((double) rank);
        return isAccepted ? rank : REJECTED;
    }

    private double density(double x) {
        return Math.exp(-exponent * Math.log(x));
    }

    /** Returns H(x) = (x^(1-s) - 1) / (1-s), log x for s = 1. */
    private double area(double x) {
        double log = Math.log(x);
        double power = (1 - exponent) * log;
        return Math.abs(power) > 1e-8 ? Math.expm1(power) / (1 - exponent) : log * (1 + power / 2);
    }

    /** Returns the x of a given H(x). */
    private double inverseArea(double area) {
        double power = Math.max(-1, (1 - exponent) * area);
        double log = Math.abs(power) > 1e-8 ? Math.log1p(power) / (1 - exponent) : area * (1 - power / 2);
        return Math.exp(log);
    }
}
