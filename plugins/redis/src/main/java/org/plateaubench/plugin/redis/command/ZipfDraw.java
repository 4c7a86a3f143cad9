// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;

/**
 * Ranks in proportion to r^-s by rejection-inversion (Hörmann and Derflinger, "Rejection-inversion to generate variates
 * from monotone discrete distributions", 1996): no table for any number of keys, and hardly ever a second draw. H(x) is
 * an antiderivative of x^-s that is also exact near s = 1. Stateless, any thread.
 */
final class ZipfDraw implements KeyDraw {
    private final long space;
    private final double exponent;
    private final double areaFirst;
    private final double areaLast;
    private final double squeeze;

    ZipfDraw(long space, double exponent) {
        this.space = space;
        this.exponent = exponent;
        areaFirst = area(1.5) - 1;
        areaLast = area(space + 0.5);
        squeeze = 2 - inverseArea(area(2.5) - density(2));
    }

    @Override
    public long key(Draws draws, int position) {
        long rank = 1;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            double uniform = KeyedRandom.toUnit(KeyDraw.bits(draws, position, attempt));
            double area = areaLast + uniform * (areaFirst - areaLast);
            double at = inverseArea(area);
            rank = Math.max(1, Math.min(space, (long) (at + 0.5)));
            if (rank - at <= squeeze || area >= area(rank + 0.5) - density((double) rank)) {
                break;
            }
        }
        return rank - 1;
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
