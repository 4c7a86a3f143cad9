// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Arrays;

/** Mean and variance. Pure functions; any thread. */
public final class Moments {
    private Moments() {}

    /** The mean of values, at least one. */
    public static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    /** The variance of the law that independent values come from, at least two: their squares over one less than their number. */
    public static double variance(double[] values) {
        return squares(values) / (values.length - 1);
    }

    /** The squared distances of values from their mean, together. */
    static double squares(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
    }
}
