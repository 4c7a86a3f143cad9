// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class TrialFiguresTest {
    /** The 0.975 quantile of Student's distribution with 4 degrees of freedom is 2.776445. */
    @Test
    void intervalIsStudentsOnTheLogarithm() {
        TrialFigures figures = TrialFigures.of(new double[] {98, 100, 102, 99, 101}, new double[0]);
        assertThat(figures.mean()).isEqualTo(100);
        assertThat(figures.least()).isEqualTo(98);
        assertThat(figures.greatest()).isEqualTo(102);
        assertThat(figures.standardDeviation()).isEqualTo(Math.sqrt(2.5));
        assertThat(figures.variationPercent()).isCloseTo(1.5811, within(1e-4));
        assertThat(figures.interval()).isNotNull();
        double relative = 2.776445 * Math.sqrt(0.5) / 100;
        assertThat(figures.interval().upper()).isCloseTo(100 * Math.exp(relative), within(1e-5));
        assertThat(figures.interval().lower()).isCloseTo(100 / Math.exp(relative), within(1e-5));
    }

    @Test
    void singleTrialHasNoInterval() {
        TrialFigures figures = TrialFigures.of(new double[] {7}, new double[] {1});
        assertThat(figures.interval()).isNull();
        assertThat(figures.variesBeyondChance()).isFalse();
    }

    @Test
    void varianceWithinTrialsRarelyCausesAWarning() {
        assertThat(warnings(0)).isBetween(0.003, 0.02);
    }

    @Test
    void excessiveVarianceBetweenTrialsCausesAWarning() {
        assertThat(warnings(5)).isGreaterThan(0.95);
    }

    /** The share of warnings for five trials with a standard error of 1 and this deviation between trials. */
    private static double warnings(double between) {
        Random random = new Random(4);
        int warned = 0;
        int sets = 10_000;
        for (int set = 0; set < sets; set++) {
            double[] values = new double[5];
            for (int i = 0; i < values.length; i++) {
                values[i] = 1_000 + random.nextGaussian() + between * random.nextGaussian();
            }
            warned += TrialFigures.of(values, new double[] {1, 1, 1, 1, 1}).variesBeyondChance() ? 1 : 0;
        }
        return (double) warned / sets;
    }

    @Test
    void trialsOfTheSameValueHaveNoInterval() {
        TrialFigures figures = TrialFigures.of(new double[] {0.189, 0.189, 0.189}, new double[0]);
        assertThat(figures.interval()).isNull();
        assertThat(figures.variationPercent()).isEqualTo(0);
    }
}
