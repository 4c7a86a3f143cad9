// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Arrays;

/** Mean and variance of values. Pure functions. */
public final class Moments {
    private Moments() {}

    public static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    /** The unbiased estimate of the variance from at least two independent values. */
    public static double variance(double[] values) {
        return sumOfSquaredDeviations(values) / (values.length - 1);
    }

    static double sumOfSquaredDeviations(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
    }

    /** Whether all values are the same; their variance is then exactly 0, which rounding could hide. */
    static boolean isConstant(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == values[0]);
    }
}
