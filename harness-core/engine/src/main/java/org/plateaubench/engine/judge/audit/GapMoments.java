// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import org.plateaubench.api.Distribution;
import org.plateaubench.engine.judge.audit.steadiness.Significance;

/**
 * The mean, standard deviation and skew of a gap after bounds and shift were applied. The mean is computed by its
 * formula, the others from the values of evenly spaced draws, so that no distribution needs a separate formula.
 *
 * @param meanNanos analytic mean
 * @param sigmaNanos standard deviation
 * @param skew third standardised moment, 0 for a fixed gap
 */
record GapMoments(double meanNanos, double sigmaNanos, double skew) {
    private static final int DRAWS = 20_000;

    static GapMoments of(Distribution gap) {
        double mean = gap.meanNanos();
        double square = 0;
        double cube = 0;
        for (int i = 0; i < DRAWS; i++) {
            double difference = gap.sampleNanos((i + 0.5) / DRAWS) - mean;
            square += difference * difference;
            cube += difference * difference * difference;
        }
        double sigma = Math.sqrt(square / DRAWS);
        return new GapMoments(mean, sigma, sigma <= mean * 1e-9 ? 0 : cube / DRAWS / (sigma * sigma * sigma));
    }

    /**
     * The deviation by chance of the mean of the given number of draws, as a share of the mean: a multiple of the
     * standard error of a normal distribution, widened for the skew of a small sample by the first term of Cornish and
     * Fisher.
     */
    double relativeBound(long draws, int tests) {
        double z = Significance.sigmas(tests);
        double root = Math.sqrt((double) draws);
        double skewed = z + Math.max(0, skew) * (z * z - 1) / (6 * root);
        return skewed * sigmaNanos / root / meanNanos;
    }
}
