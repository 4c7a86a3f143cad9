// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MeanDifferenceTest {
    private static final Map<String, Object> COMPUTED = ComputedFigures.read();

    /** Against SciPy, see the file. */
    @Test
    void differenceIntervalAndProbabilityAreThoseOfAnIndependentProgram() {
        List<?> cases = (List<?>) COMPUTED.get("welch");
        assertThat(cases).hasSize(4);
        for (Object each : cases) {
            Map<?, ?> expected = (Map<?, ?>) each;
            MeanDifference difference = MeanDifference.of(
                    ComputedFigures.numbers(expected.get("reference")),
                    ComputedFigures.numbers(expected.get("values")),
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
    void setsWithoutScatterAndSingleValuesShowNothing() {
        assertThat(MeanDifference.of(new double[] {1}, new double[] {2, 3}, 0.95))
                .isNull();
        assertThat(MeanDifference.of(new double[] {1, 1}, new double[] {2, 2}, 0.95))
                .isNull();
        assertThat(MeanDifference.of(new double[] {1, 1}, new double[] {2, 2.1}, 0.95))
                .isNotNull();
    }

    /** Against statsmodels, see the file. */
    @Test
    void manyTestsAreCorrectedAsByAnIndependentProgram() {
        Map<?, ?> expected = (Map<?, ?>) COMPUTED.get("holm");
        assertThat(HolmCorrection.adjusted(ComputedFigures.numbers(expected.get("pValues"))))
                .containsExactly(ComputedFigures.numbers(expected.get("adjusted")), within(1e-12));
    }
}
