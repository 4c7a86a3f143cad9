// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalsTest {
    @Test
    void nonNegativeMeanHasNonNegativeInterval() {
        double[] wide = {0.05, 0.9, 3.5};
        assertThat(ConfidenceInterval.ofMean(wide, 0.95).lower()).isPositive();

        ConfidenceInterval withZero = ConfidenceInterval.ofMean(new double[] {0, 0, 3}, 0.95);
        assertThat(withZero.lower()).isZero();
        assertThat(withZero.upper()).isCloseTo(1 + 4.303, within(0.001));
    }

    /** Student's distribution, NIST/SEMATECH e-Handbook, 1.3.6.7.2: 2.776 for 4 degrees of freedom. */
    @Test
    void signedMeanHasStudentInterval() {
        ConfidenceInterval interval = ConfidenceInterval.ofMean(new double[] {-2, -1, 0, 1, 2}, 0.95);

        assertThat(interval.upper()).isCloseTo(2.776 * Math.sqrt(2.5 / 5), within(0.001));
        assertThat(interval.lower()).isCloseTo(-2.776 * Math.sqrt(2.5 / 5), within(0.001));
    }

    /** 2.262 for 9 degrees of freedom, same table; the normal distribution leaves 0.00857 beyond 2.384. */
    @Test
    void percentileIntervalIsExpandedForSmallSamples() {
        double[] replicates = new double[100_001];
        Arrays.setAll(replicates, i -> i / 100_000.0);

        ConfidenceInterval interval = ConfidenceInterval.expandedPercentile(replicates, 10, 0.95);

        assertThat(interval.lower()).isCloseTo(0.00856, within(0.0001));
        assertThat(interval.upper()).isCloseTo(1 - 0.00856, within(0.0001));
    }

    @Test
    void constantSeriesHasAnIntervalOfZeroWidth() {
        double[] series = new double[100];
        Arrays.fill(series, 7);

        ConfidenceInterval interval = ConfidenceInterval.ofSeries(new double[][] {series}, means -> means[0], 0.95, 1);

        assertThat(interval.lower()).isCloseTo(7, within(1e-9));
        assertThat(interval.upper()).isCloseTo(7, within(1e-9));
    }

    @Test
    void ratioIntervalHasNominalCoverage() {
        Random random = new Random(11);
        int covered = 0;
        int sets = 20_000;
        for (int set = 0; set < sets; set++) {
            ConfidenceInterval interval =
                    ConfidenceInterval.ofRatio(sample(random, 5, 900), sample(random, 4, 1_000), 0.95);
            assertThat(interval).isNotNull();
            covered += interval.lower() <= 0.9 && 0.9 <= interval.upper() ? 1 : 0;
        }
        assertThat((double) covered / sets).isBetween(0.94, 0.965);
    }

    /** Compared with an independent program, see computed-figures.json. */
    @Test
    void ratioIntervalsMatchAnIndependentProgram() {
        List<?> cases = ComputedFigures.list("ratios");
        assertThat(cases).hasSize(4);
        for (Object each : cases) {
            Map<?, ?> expected = (Map<?, ?>) each;
            ConfidenceInterval interval = ConfidenceInterval.ofRatio(
                    ComputedFigures.numbers(expected.get("values")),
                    ComputedFigures.numbers(expected.get("reference")),
                    ComputedFigures.number(expected.get("level")));
            assertThat(interval).isNotNull();
            assertThat(interval.lower()).isCloseTo(ComputedFigures.number(expected.get("lower")), within(1e-8));
            assertThat(interval.upper()).isCloseTo(ComputedFigures.number(expected.get("upper")), within(1e-8));
        }
    }

    @Test
    void ratioOfConstantValuesHasNoInterval() {
        assertThat(ConfidenceInterval.ofRatio(new double[] {8, 8}, new double[] {4, 4}, 0.95))
                .isNull();
        assertThat(ConfidenceInterval.ofRatio(new double[] {0.189, 0.189, 0.189}, new double[] {0.1, 0.1, 0.1}, 0.95))
                .as("rounding leaves a small variance")
                .isNull();
        assertThat(ConfidenceInterval.ofRatio(new double[] {8, 8}, new double[] {4, 4.1}, 0.95))
                .isNotNull();
    }

    @Test
    void singleTrialOrZeroHasNoInterval() {
        assertThat(ConfidenceInterval.ofRatio(new double[] {8}, new double[] {4, 4}, 0.95))
                .isNull();
        assertThat(ConfidenceInterval.ofRatio(new double[] {8, 0}, new double[] {4, 4}, 0.95))
                .isNull();
    }

    private static double[] sample(Random random, int n, double mean) {
        return random.doubles(n, -1, 1).map(draw -> mean * (1 + 0.03 * draw)).toArray();
    }
}
