// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RatiosTest {
    @Test
    void theIntervalCoversTheTrueRatioAsOftenAsItSays() {
        Random random = new Random(11);
        int covered = 0;
        int sets = 20_000;
        for (int set = 0; set < sets; set++) {
            ConfidenceInterval interval = Ratios.ofMeans(drawn(random, 5, 900), drawn(random, 4, 1_000), 0.95);
            assertThat(interval).isNotNull();
            covered += interval.lower() <= 0.9 && 0.9 <= interval.upper() ? 1 : 0;
        }
        assertThat((double) covered / sets).isBetween(0.94, 0.965);
    }

    /** Against a program that has none of ours, see the file. */
    @Test
    void intervalsAreThoseOfAnIndependentProgram() {
        List<?> cases = ComputedFigures.list("ratios");
        assertThat(cases).hasSize(4);
        for (Object each : cases) {
            Map<?, ?> expected = (Map<?, ?>) each;
            ConfidenceInterval interval = Ratios.ofMeans(
                    ComputedFigures.numbers(expected.get("values")),
                    ComputedFigures.numbers(expected.get("reference")),
                    ComputedFigures.number(expected.get("level")));
            assertThat(interval).isNotNull();
            assertThat(interval.lower()).isCloseTo(ComputedFigures.number(expected.get("lower")), within(1e-8));
            assertThat(interval.upper()).isCloseTo(ComputedFigures.number(expected.get("upper")), within(1e-8));
        }
    }

    @Test
    void valuesThatDoNotScatterTellNothingOfHowSureTheirRatioIs() {
        assertThat(Ratios.ofMeans(new double[] {8, 8}, new double[] {4, 4}, 0.95))
                .isNull();
        assertThat(Ratios.ofMeans(new double[] {0.189, 0.189, 0.189}, new double[] {0.1, 0.1, 0.1}, 0.95))
                .as("a mean of which rounding leaves a variance")
                .isNull();
        assertThat(Ratios.ofMeans(new double[] {8, 8}, new double[] {4, 4.1}, 0.95))
                .isNotNull();
    }

    @Test
    void aSingleTrialOrAZeroHasNone() {
        assertThat(Ratios.ofMeans(new double[] {8}, new double[] {4, 4}, 0.95)).isNull();
        assertThat(Ratios.ofMeans(new double[] {8, 0}, new double[] {4, 4}, 0.95))
                .isNull();
    }

    private static double[] drawn(Random random, int n, double mean) {
        return random.doubles(n, -1, 1).map(draw -> mean * (1 + 0.03 * draw)).toArray();
    }
}
