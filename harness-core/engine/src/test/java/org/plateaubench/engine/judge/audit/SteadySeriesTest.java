// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.engine.judge.audit.Change.Drift;

/** Single series, and the noise level that is estimated from all series of a run (measurement rule M21). */
final class SteadySeriesTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    private static SteadySeries series(SteadySeries.Kind kind, double... values) {
        return SteadySeries.of(kind, values);
    }

    private static double[] repeated(int count, double value) {
        return IntStream.range(0, count).mapToDouble(i -> value).toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "RATE, 100, 10, false",
        "RATE, 100, 10.1, true",
        "RATE, 100, -10.1, true",
        "P95, 4, 0.9, false",
        "P95, 4, 1, false",
        "P95, 4, 1.1, true",
        "P95, 100, 20, false",
        "P95, 100, -20.1, true",
        "QUEUE, 0, 1, false",
        "QUEUE, 0, 1.1, true"
    })
    void m21LargeChangeExceedsBothBounds(SteadySeries.Kind kind, double median, double change, boolean large) {
        assertThat(SteadySeries.of(kind, repeated(10, median)).isLarge(change)).isEqualTo(large);
    }

    @Test
    void m21ChangeFromZeroIsAThousandPercent() {
        SteadySeries nothing = series(SteadySeries.Kind.QUEUE, 0, 0, 0);
        assertThat(nothing.percent(3)).isEqualTo(1_000);
        assertThat(nothing.percent(-3)).isEqualTo(-1_000);
        assertThat(series(SteadySeries.Kind.QUEUE, 4, 4, 4).percent(-3)).isEqualTo(-75);
    }

    @Test
    void m21TenBlocksWithADifferenceAreTested() {
        double[] ten = repeated(10, 5);
        assertThat(SteadySeries.of(SteadySeries.Kind.RATE, ten).isTested()).isFalse();
        ten[9] = 6;
        assertThat(SteadySeries.of(SteadySeries.Kind.RATE, ten).isTested()).isTrue();
        double[] nine = repeated(9, 5);
        nine[8] = 6;
        assertThat(SteadySeries.of(SteadySeries.Kind.RATE, nine).isTested()).isFalse();
    }

    /** Blocks 1 and 3 have no value. */
    @Test
    void m21MissingBlocksKeepTheirPlaceInTime() {
        SteadySeries gaps = SteadySeries.of(SteadySeries.Kind.P95, List.of(5.0, Double.NaN, 7.0, Double.NaN, 9.0));
        assertThat(gaps.values()).containsExactly(5, 7, 9);
        assertThat(gaps.start(0)).isZero();
        assertThat(gaps.start(1)).isEqualTo(2);
        assertThat(gaps.start(2)).isEqualTo(4);
        assertThat(gaps.start(3)).isEqualTo(5);
    }

    @Test
    void m21ProportionalValuesTurnFactorsIntoSteps() {
        double[] steps = series(SteadySeries.Kind.P95, 10, 20, 40).proportional();
        assertThat(steps[0]).isCloseTo(20 * (1 - Math.log(2)), CLOSE);
        assertThat(steps[1]).isCloseTo(20, CLOSE);
        assertThat(steps[2]).isCloseTo(20 * (1 + Math.log(2)), CLOSE);
        assertThat(series(SteadySeries.Kind.P95, 0, 10, 20).proportional()[0])
                .isCloseTo(10 * (1 + Math.log(0.01)), CLOSE);
        assertThat(series(SteadySeries.Kind.P95, 0, 0, 20).proportional()).containsExactly(0, 0, 20);
    }

    @Test
    void m21ShortestChangeDependsOnTheSeriesKind() {
        assertThat(SteadySeries.of(SteadySeries.Kind.RATE, repeated(59, 1)).shortest())
                .isEqualTo(3);
        assertThat(SteadySeries.of(SteadySeries.Kind.RATE, repeated(200, 1)).shortest())
                .isEqualTo(10);
        assertThat(SteadySeries.of(SteadySeries.Kind.QUEUE, repeated(10, 1)).shortest())
                .isEqualTo(3);
        assertThat(SteadySeries.of(SteadySeries.Kind.QUEUE, repeated(60, 1)).shortest())
                .isEqualTo(12);
    }

    private static SteadySeries noisy(long seed, int blocks, double correlation) {
        Random random = new Random(seed);
        double[] values = new double[blocks];
        double deviation = random.nextGaussian();
        for (int i = 0; i < blocks; i++) {
            values[i] = 100 + 3 * deviation;
            deviation = correlation * deviation + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return SteadySeries.of(SteadySeries.Kind.RATE, values);
    }

    @Test
    void m21CorrelationDefaultsForFewOrShortSeries() {
        SteadySeries single = noisy(1, 60, 0);
        assertThat(Change.significanceLevel(Collections.nCopies(7, single)).assumedCorrelation())
                .isEqualTo(0.8);
        List<SteadySeries> eight = new ArrayList<>(Collections.nCopies(7, single));
        eight.add(noisy(2, 23, 0));
        assertThat(Change.significanceLevel(eight).assumedCorrelation()).isEqualTo(0.8);
        eight.set(7, noisy(2, 24, 0));
        assertThat(Change.significanceLevel(eight).assumedCorrelation()).isLessThan(0.8);
    }

    /** The mean plus 0.03, twice the error of the mean, and twice the spread of the estimates beyond their own error. */
    @Test
    void m21CorrelationIsAveragedOverTheSeries() {
        SteadySeries single = noisy(1, 60, 0.5);
        assertThat(Change.significanceLevel(Collections.nCopies(8, single)).assumedCorrelation())
                .isCloseTo(Drift.of(single).correlation() + 0.03, CLOSE);
        List<SteadySeries> differing = new ArrayList<>();
        double mean = 0;
        for (int i = 0; i < 10; i++) {
            differing.add(noisy(i, i % 2 == 0 ? 60 : 120, i < 5 ? 0.05 : 0.9));
            mean += Drift.of(differing.get(i)).correlation() / 10;
        }
        double variance = 0;
        for (SteadySeries each : differing) {
            variance += Math.pow(Drift.of(each).correlation() - mean, 2) / 9;
        }
        double errorVariance = (5.0 / 60 + 5.0 / 120) / 10 * (1 - mean * mean);
        assertThat(variance).isGreaterThan(2 * errorVariance);
        assertThat(Change.significanceLevel(differing).assumedCorrelation())
                .isCloseTo(
                        mean + 2 * (Math.sqrt(variance / 10) + Math.sqrt(variance - 2 * errorVariance)) + 0.03, CLOSE);
    }
}
