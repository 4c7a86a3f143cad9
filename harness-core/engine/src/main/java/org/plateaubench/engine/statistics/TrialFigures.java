// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.jspecify.annotations.Nullable;

/** The mean of a figure over trials, with its variation and its confidence interval. */
public record TrialFigures(
        int trials,
        double mean,
        double least,
        double greatest,
        @Nullable Double standardDeviation,
        @Nullable Double variationPercent,
        @Nullable ConfidenceInterval interval,
        @JsonProperty("isExcessive") boolean variesBeyondChance) {
    public static final double LEVEL = 0.95;

    /** The probability that trials that differ only by chance count as differing by more than chance. */
    static final double FALSE_ALARMS = 0.01;

    private static final double PERCENT = 100;

    public static TrialFigures of(double[] values, double[] standardErrors) {
        int n = values.length;
        double mean = Moments.mean(values);
        double least = Arrays.stream(values).min().orElseThrow();
        double greatest = Arrays.stream(values).max().orElseThrow();
        if (n == 1) {
            return new TrialFigures(n, mean, least, greatest, null, null, null, false);
        }
        double sumOfSquaredDeviations = Moments.sumOfSquaredDeviations(values);
        // Rounding of the mean would give equal values a small variance.
        double deviation = least == greatest ? 0 : Math.sqrt(sumOfSquaredDeviations / (n - 1));
        return new TrialFigures(
                n,
                mean,
                least,
                greatest,
                deviation,
                mean == 0 ? null : Double.valueOf(PERCENT * deviation / Math.abs(mean)),
                least == greatest ? null : ConfidenceInterval.ofMean(values, LEVEL),
                variesBeyondChance(sumOfSquaredDeviations, standardErrors));
    }

    /**
     * Whether the trials differ by more than chance. If they did not, their squared deviations from the mean divided by
     * the variance within a trial would follow the chi-squared distribution with one degree of freedom fewer than
     * trials, by the test of homogeneity of W. G. Cochran, The combination of estimates from different experiments,
     * Biometrics 10 (1954).
     */
    private static boolean variesBeyondChance(double sumOfSquaredDeviations, double[] standardErrors) {
        if (standardErrors.length < 2) {
            return false;
        }
        double within = Arrays.stream(standardErrors)
                .map(error -> error * error)
                .average()
                .orElseThrow();
        double bound = ChiSquaredDistribution.of(standardErrors.length - 1.0).inverseSurvivalProbability(FALSE_ALARMS);
        return within > 0 && sumOfSquaredDeviations / within > bound;
    }
}
