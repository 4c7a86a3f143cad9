// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;
import org.jspecify.annotations.Nullable;

/**
 * The difference of the means of two sets of independent values by Welch's test, which does not assume equal variances
 * (B. L. Welch, Biometrika 34 (1947)).
 */
public record MeanDifference(double difference, ConfidenceInterval interval, double pValue) {
    public static final String TEST = "Welch's t-test, two-sided";

    private static final TTest WELCH = TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC);

    /**
     * Computes the difference; any thread. A few values may by chance be closer together than their own errors, so the
     * variance of a set is assumed to be at least the variance of a single value.
     */
    public static @Nullable MeanDifference of(
            double[] reference, double referenceVariance, double[] values, double variance, double level) {
        if (reference.length < 2 || values.length < 2) {
            return null;
        }
        double one = Math.max(variance(reference), referenceVariance);
        double other = Math.max(variance(values), variance);
        if (one + other == 0) {
            return null;
        }
        double mean = Moments.mean(values);
        double referenceMean = Moments.mean(reference);
        TTest.Result test = WELCH.test(mean, other, values.length, referenceMean, one, reference.length);
        double error = Math.sqrt(one / reference.length + other / values.length);
        double difference = mean - referenceMean;
        double half = error * TDistribution.of(test.getDegreesOfFreedom()).inverseSurvivalProbability((1 - level) / 2);
        return new MeanDifference(
                difference, new ConfidenceInterval(difference - half, difference + half, level), test.getPValue());
    }

    /** Whether all values are the same, so that their variance is exactly 0, which rounding would prevent. */
    static boolean isConstant(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == values[0]);
    }

    private static double variance(double[] values) {
        return isConstant(values) ? 0 : Moments.variance(values);
    }
}
