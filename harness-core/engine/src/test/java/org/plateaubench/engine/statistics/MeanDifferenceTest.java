// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class MeanDifferenceTest {
    /** Compared with SciPy, see computed-figures.json. */
    @Test
    void differenceAndPValueMatchSciPy() {
        List<?> cases = ComputedFigures.list("welch");
        assertThat(cases).hasSize(4);
        for (Object each : cases) {
            Map<?, ?> expected = (Map<?, ?>) each;
            MeanDifference difference = MeanDifference.of(
                    ComputedFigures.numbers(expected.get("reference")),
                    0,
                    ComputedFigures.numbers(expected.get("values")),
                    0,
                    0.95);
            assertThat(difference).isNotNull();
            assertThat(difference.difference())
                    .isCloseTo(ComputedFigures.number(expected.get("difference")), within(1e-9));
            assertThat(difference.pValue()).isCloseTo(ComputedFigures.number(expected.get("pValue")), within(1e-9));
            assertThat(difference.interval().lower())
                    .isCloseTo(ComputedFigures.number(expected.get("lower")), within(1e-7));
            assertThat(difference.interval().upper())
                    .isCloseTo(ComputedFigures.number(expected.get("upper")), within(1e-7));
        }
    }

    @Test
    void constantSetsAndSingleValuesHaveNoDifference() {
        double[] ones = {1, 1};
        assertThat(MeanDifference.of(new double[] {1}, 1, ones, 1, 0.95)).isNull();
        assertThat(MeanDifference.of(ones, 0, new double[] {2, 2}, 0, 0.95)).isNull();
        assertThat(MeanDifference.of(ones, 0, new double[] {2, 2.1}, 0, 0.95)).isNotNull();
        double[] ties = {0.189, 0.189, 0.189};
        double[] others = {0.1, 0.1, 0.1};
        assertThat(MeanDifference.of(ties, 0, others, 0, 0.95))
                .as("rounding leaves a small variance")
                .isNull();
    }

    @Test
    void varianceWithinTrialsRaisesThePValue() {
        double[] before = {8.150, 8.151, 8.152};
        double[] after = {8.200, 8.201, 8.202};
        assertThat(difference(before, 0, after, 0, 0.95).pValue()).isLessThan(1e-4);
        assertThat(difference(before, 0.1 * 0.1, after, 0.1 * 0.1, 0.95).pValue())
                .isGreaterThan(0.3);
    }

    /** 2,000 comparisons: three standard errors of a share of 5 % are one and a half points. */
    @Test
    @Tag("simulation")
    void comparisonRaisesFewFalseAlarms() {
        Random random = new Random(5);
        int alarms = 0;
        int comparisons = 2_000;
        for (int i = 0; i < comparisons; i++) {
            double[] pValues = new double[12];
            Arrays.setAll(
                    pValues,
                    test -> difference(sample(random, 1), 0, sample(random, 3), 0, 0.95)
                            .pValue());
            alarms += Arrays.stream(MeanDifference.adjusted(pValues)).anyMatch(adjusted -> adjusted <= 0.05) ? 1 : 0;
        }
        assertThat((double) alarms / comparisons).isLessThan(0.065);
    }

    private static MeanDifference difference(
            double[] reference, double referenceVariance, double[] values, double variance, double level) {
        return Objects.requireNonNull(MeanDifference.of(reference, referenceVariance, values, variance, level));
    }

    private static double[] sample(Random random, double deviation) {
        return random.doubles(4)
                .map(draw -> 100 + deviation * random.nextGaussian())
                .toArray();
    }

    /** Compared with statsmodels, see computed-figures.json. */
    @Test
    void adjustedPValuesMatchStatsmodels() {
        Map<?, ?> expected = ComputedFigures.object("holm");
        assertThat(MeanDifference.adjusted(ComputedFigures.numbers(expected.get("pValues"))))
                .containsExactly(ComputedFigures.numbers(expected.get("adjusted")), within(1e-12));
    }
}
