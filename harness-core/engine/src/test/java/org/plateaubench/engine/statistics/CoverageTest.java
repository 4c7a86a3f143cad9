// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The coverage of confidence intervals, by simulation with a fixed seed. */
class CoverageTest {
    private static final double LEVEL = 0.95;
    private static final int SIMULATIONS = 2000;
    private static final int REPLICATES = 400;
    private static final double[] TRUTH = {50, 1000, 20_000};
    private static final double[] RELATIVE_NOISE = {0.2, 0.05, 0.02};

    /** The geometric mean of three workloads' rates, whose noise is shared in part and correlated from slot to slot. */
    @ParameterizedTest
    @CsvSource({"240, 0.5", "300, 0", "300, 0.3", "300, 0.5", "300, 0.7", "1080, 0.5", "1080, 0.8"})
    void scoreIntervalHasNominalCoverage(int slots, double correlation) {
        int inside = 0;
        for (int i = 0; i < SIMULATIONS; i++) {
            double[][] ratios = ratios(new SplittableRandom(1000L * slots + i), slots, correlation);
            ConfidenceInterval interval = ConfidenceInterval.ofSeries(
                    ratios, means -> Math.cbrt(means[0] * means[1] * means[2]), LEVEL, i, REPLICATES);
            inside += interval.lower() <= 1 && 1 <= interval.upper() ? 1 : 0;
        }
        assertThat((double) inside / SIMULATIONS).isBetween(0.93, 0.97);
    }

    /** Rates of a few percent of noise, and percentiles that scatter by a third and more and have long tails. */
    @ParameterizedTest
    @CsvSource({"3, 0.02", "5, 0.02", "10, 0.02", "3, 0.3", "5, 0.3", "10, 0.3", "3, 0.45"})
    void intervalOverTrialsIsPositiveWithNominalCoverage(int trials, double noise) {
        double truth = 5 * Math.exp(noise * noise / 2);
        int inside = 0;
        for (int i = 0; i < SIMULATIONS; i++) {
            RandomGenerator random = new SplittableRandom(7919L * trials + i);
            double[] values = random.doubles(trials)
                    .map(ignored -> 5 * Math.exp(noise * random.nextGaussian()))
                    .toArray();
            ConfidenceInterval interval = ConfidenceInterval.ofMean(values, LEVEL);
            inside += interval.lower() <= truth && truth <= interval.upper() ? 1 : 0;
            assertThat(interval.lower()).isPositive();
        }
        assertThat((double) inside / SIMULATIONS).isBetween(0.93, 0.97);
    }

    private static double[][] ratios(RandomGenerator random, int slots, double correlation) {
        double[][] ratios = new double[TRUTH.length][slots];
        double fresh = Math.sqrt(1 - correlation * correlation);
        double shared = random.nextGaussian();
        double[] own = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        for (int slot = 0; slot < slots; slot++) {
            shared = correlation * shared + fresh * random.nextGaussian();
            for (int i = 0; i < TRUTH.length; i++) {
                own[i] = correlation * own[i] + fresh * random.nextGaussian();
                double noise = (shared + own[i]) * Math.sqrt(0.5);
                ratios[i][slot] = Math.rint(TRUTH[i] * (1 + RELATIVE_NOISE[i] * noise)) / TRUTH[i];
            }
        }
        return ratios;
    }
}
