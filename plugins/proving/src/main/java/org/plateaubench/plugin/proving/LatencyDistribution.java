// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.util.Locale;

/**
 * The distribution of the server's latency: {@code shift + scale x}, where x is drawn from the shape. Immutable.
 *
 * @param shiftNanos minimum latency, not negative
 * @param sigma standard deviation of the logarithm, for a lognormal shape
 */
public record LatencyDistribution(Shape shape, long shiftNanos, long scaleNanos, double sigma) {
    /** A distribution of unit scale. */
    public enum Shape {
        /** Always 1. */
        FIXED,
        /** Uniform from 0 to 1. */
        UNIFORM,
        /** Exponential with mean 1. */
        EXPONENTIAL,
        /** Lognormal with median 1. */
        LOGNORMAL
    }

    private static final double[] NUMERATOR = {
        -3.969683028665376e1,
        2.209460984245205e2,
        -2.759285104469687e2,
        1.383577518672690e2,
        -3.066479806614716e1,
        2.506628277459239
    };
    private static final double[] DENOMINATOR = {
        -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1, 1
    };
    private static final double[] TAIL_NUMERATOR = {
        -7.784894002430293e-3,
        -3.223964580411365e-1,
        -2.400758277161838,
        -2.549732539343734,
        4.374664141464968,
        2.938163982698783
    };
    private static final double[] TAIL_DENOMINATOR = {
        7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1
    };
    private static final double TAIL = 0.02425;

    /** Returns a quantile in nanoseconds, for a probability above 0 and below 1. */
    public long quantileNanos(double probability) {
        double unscaled = switch (shape) {
            case FIXED -> 1;
            case UNIFORM -> probability;
            case EXPONENTIAL -> -Math.log1p(-probability);
            case LOGNORMAL -> Math.exp(sigma * normalQuantile(probability));
        };
        return shiftNanos + Math.round(scaleNanos * unscaled);
    }

    /**
     * Returns the quantile of the standard normal distribution by the rational approximation of P. J. Acklam (2003),
     * relative error below 1.2e-9.
     */
    static double normalQuantile(double probability) {
        if (probability < TAIL) {
            double q = Math.sqrt(-2 * Math.log(probability));
            return polynomial(TAIL_NUMERATOR, q) / polynomial(TAIL_DENOMINATOR, q);
        }
        if (probability > 1 - TAIL) {
            return -normalQuantile(1 - probability);
        }
        double q = probability - 0.5;
        double r = q * q;
        return polynomial(NUMERATOR, r) * q / polynomial(DENOMINATOR, r);
    }

    private static double polynomial(double[] coefficients, double x) {
        double value = 0;
        for (double coefficient : coefficients) {
            value = value * x + coefficient;
        }
        return value;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s, shift %.3f ms, scale %.3f ms%s",
                shape.name().toLowerCase(Locale.ROOT),
                shiftNanos / 1e6,
                scaleNanos / 1e6,
                shape == Shape.LOGNORMAL ? ", sigma " + sigma : "");
    }
}
