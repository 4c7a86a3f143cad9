// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.statistics.ChangePoints.ChangePoint;
import org.plateaubench.engine.statistics.ChangePoints.EnergySplits;

final class ChangePointsTest {
    private static final double FALSE_ALARMS = 0.05;

    /** Flow of the Nile at Aswan, which fell with the year 1899 (G. W. Cobb, The problem of the Nile, Biometrika 65 (1978)). */
    @Test
    void onlyThePublishedNileChangeIsFound() {
        Map<?, ?> nile = ComputedFigures.object("nile");
        double[] flow = ComputedFigures.numbers(nile.get("values"));
        int change = 1899 - (int) ComputedFigures.number(nile.get("firstYear"));

        assertThat(ChangePoints.of(flow, FALSE_ALARMS, 1))
                .extracting(ChangePoint::index)
                .containsExactly(change);
    }

    /** Compared with a direct sum over all pairs by NumPy, see computed-figures.json. */
    @Test
    void statisticMatchesDirectSum() {
        for (Object each : ComputedFigures.list("energy")) {
            Map<?, ?> expected = (Map<?, ?>) each;
            EnergySplits.Split split =
                    new EnergySplits().best(ComputedFigures.numbers(expected.get("values")), Double.POSITIVE_INFINITY);
            assertThat(split.statistic()).isCloseTo(ComputedFigures.number(expected.get("statistic")), within(1e-8));
            assertThat(split.at()).isEqualTo((int) ComputedFigures.number(expected.get("at")));
            assertThat(split.to()).isEqualTo((int) ComputedFigures.number(expected.get("to")));
        }
    }

    /** 300 series: three standard errors of a share of 5 % are 3.8 points. */
    @Test
    @Tag("simulation")
    void falseAlarmRateIsBounded() {
        assertThat(share(300, 30, 0, 0)).isLessThanOrEqualTo(FALSE_ALARMS + 0.038);
    }

    @Test
    @Tag("simulation")
    void changeOfTwoStandardDeviationsIsFound() {
        assertThat(share(100, 30, 2, 0)).isGreaterThan(0.95);
    }

    /** A correlation of 0.5 raises it to more than half of the series: ADR 0087. */
    @Test
    @Tag("simulation")
    void autocorrelationRaisesTheFalseAlarmRate() {
        assertThat(share(60, 60, 0, 0.5)).isGreaterThan(3 * FALSE_ALARMS);
    }

    @Test
    void severalChangesAreFoundInOrder() {
        Random random = new Random(9);
        double[] values = random.doubles(45, -1, 1).toArray();
        for (int i = 15; i < 30; i++) {
            values[i] += 8;
        }
        for (int i = 30; i < 45; i++) {
            values[i] += 3;
        }
        assertThat(ChangePoints.of(values, 0.01, 1))
                .extracting(ChangePoint::index)
                .containsExactly(15, 30);
        assertThat(ChangePoints.of(values, 0.01, 1)).isEqualTo(ChangePoints.of(values, 0.01, 1));
    }

    @Test
    void tooFewOrEqualValuesShowNoChange() {
        assertThat(ChangePoints.of(new double[0], FALSE_ALARMS, 1)).isEmpty();
        assertThat(ChangePoints.of(new double[] {1, 1, 1, 9, 9}, FALSE_ALARMS, 1))
                .isEmpty();
        assertThat(ChangePoints.of(new double[50], FALSE_ALARMS, 1)).isEmpty();
    }

    private static double share(int count, int length, double shift, double correlation) {
        Random random = new Random(17);
        int found = 0;
        for (int i = 0; i < count; i++) {
            found += ChangePoints.of(series(random, length, shift, correlation), FALSE_ALARMS, i)
                            .isEmpty()
                    ? 0
                    : 1;
        }
        return (double) found / count;
    }

    /** Normal values, an autoregression of order one, which shift in the middle. */
    private static double[] series(Random random, int length, double shift, double correlation) {
        double[] values = new double[length];
        double state = 0;
        for (int i = 0; i < length; i++) {
            state = correlation * state + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            values[i] = state + (i < length / 2 ? 0 : shift);
        }
        return values;
    }
}
