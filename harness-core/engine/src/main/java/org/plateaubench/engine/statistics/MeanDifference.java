// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;
import org.jspecify.annotations.Nullable;

/** The difference of two means of independent values, by Welch's test for unequal variances (Biometrika 34 (1947)). */
public record MeanDifference(double difference, ConfidenceInterval interval, double pValue) {
    public static final String TEST = "Welch's t-test, two-sided";
    public static final String CORRECTION = "Holm";

    private static final TTest WELCH = TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC);

    /**
     * Computes the difference; any thread. The values of a small set may by chance scatter less than their own errors,
     * so the variance of a set is assumed to be at least the variance of a single value.
     */
    public static @Nullable MeanDifference of(
            double[] reference, double referenceVariance, double[] values, double variance, double level) {
        if (reference.length < 2 || values.length < 2) {
            return null;
        }
        double baseVariance = Math.max(variance(reference), referenceVariance);
        double ownVariance = Math.max(variance(values), variance);
        if (baseVariance + ownVariance == 0) {
            return null;
        }
        double mean = Moments.mean(values);
        double referenceMean = Moments.mean(reference);
        TTest.Result test = WELCH.test(mean, ownVariance, values.length, referenceMean, baseVariance, reference.length);
        double standardError = Math.sqrt(baseVariance / reference.length + ownVariance / values.length);
        double difference = mean - referenceMean;
        double quantile = TDistribution.of(test.getDegreesOfFreedom()).inverseSurvivalProbability((1 - level) / 2);
        double halfWidth = standardError * quantile;
        return new MeanDifference(
                difference,
                new ConfidenceInterval(difference - halfWidth, difference + halfWidth, level),
                test.getPValue());
    }

    private static double variance(double[] values) {
        return Moments.isConstant(values) ? 0 : Moments.variance(values);
    }

    /**
     * The correction for many tests of S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian
     * Journal of Statistics 6 (1979): regardless of dependences between the tests, the probability of any false alarm
     * is at most the bound with which the adjusted values are compared. Pure functions.
     */
    public static double[] adjusted(double[] pValues) {
        int[] ascending = IntStream.range(0, pValues.length)
                .boxed()
                .sorted(Comparator.comparingDouble(test -> pValues[test]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] result = new double[pValues.length];
        double greatest = 0;
        for (int rank = 0; rank < ascending.length; rank++) {
            greatest = Math.max(greatest, Math.min(1, (pValues.length - rank) * pValues[ascending[rank]]));
            result[ascending[rank]] = greatest;
        }
        return result;
    }
}
