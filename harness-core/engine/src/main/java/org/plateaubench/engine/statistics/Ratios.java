// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

public final class Ratios {
    private Ratios() {}

    /**
     * The interval of the ratio of two means of independent values. It is computed on the logarithm of the ratio, whose
     * variance is the sum of the squared relative errors of the means (delta method; G. Casella and R. L. Berger,
     * Statistical inference, section 5.5.4), by Student's distribution with the degrees of freedom of Welch and
     * Satterthwaite (B. L. Welch, Biometrika 34 (1947)).
     */
    public static @Nullable ConfidenceInterval ofMeans(double[] values, double[] reference, double level) {
        if (values.length < 2 || reference.length < 2 || !isPositive(values) || !isPositive(reference)) {
            return null;
        }
        if (MeanDifference.isConstant(values) && MeanDifference.isConstant(reference)) {
            return null;
        }
        double one = squaredRelativeError(values);
        double other = squaredRelativeError(reference);
        double ratio = Moments.mean(values) / Moments.mean(reference);
        double degrees = (one + other)
                * (one + other)
                / (one * one / (values.length - 1) + other * other / (reference.length - 1));
        double half = TDistribution.of(degrees).inverseSurvivalProbability((1 - level) / 2) * Math.sqrt(one + other);
        return new ConfidenceInterval(ratio * Math.exp(-half), ratio * Math.exp(half), level);
    }

    private static boolean isPositive(double[] values) {
        return Arrays.stream(values).allMatch(value -> value > 0);
    }

    private static double squaredRelativeError(double[] values) {
        double mean = Moments.mean(values);
        return Moments.variance(values) / values.length / (mean * mean);
    }
}
