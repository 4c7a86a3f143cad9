// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramLayoutTest {

    @ParameterizedTest
    @ValueSource(ints = {HistogramRange.OK_DIGITS, HistogramRange.ERROR_DIGITS})
    void countsEveryValueWhereHdrHistogramDoes(int digits) {
        HistogramLayout layout = layout(digits);
        Histogram reference = new Histogram(HistogramRange.LOWEST_NANOS, HistogramRange.HIGHEST_NANOS, layout.digits());
        assertThat(reference.getNumberOfSignificantValueDigits()).isEqualTo(digits);
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            check(layout, reference, (long) Math.exp(random.nextDouble() * Math.log(HistogramRange.HIGHEST_NANOS)));
        }
        for (long edge = 1; edge < HistogramRange.HIGHEST_NANOS; edge *= 2) {
            check(layout, reference, edge - 1);
            check(layout, reference, edge);
            check(layout, reference, edge + 1);
        }
        check(layout, reference, HistogramRange.HIGHEST_NANOS);
    }

    @ParameterizedTest
    @ValueSource(ints = {HistogramRange.OK_DIGITS, HistogramRange.ERROR_DIGITS})
    void givesEveryCounterARangeThatFollowsTheOneBefore(int digits) {
        HistogramLayout layout = layout(digits);
        long expected = 0;
        for (int index = 0; index < layout.chunks() * layout.chunkSize(); index++) {
            assertThat(layout.lowestNanos(index)).isEqualTo(expected);
            assertThat(layout.chunk(index)).isEqualTo(index / layout.chunkSize());
            assertThat(layout.place(index)).isEqualTo(index % layout.chunkSize());
            expected = layout.highestNanos(index) + 1;
        }
        assertThat(expected).isGreaterThan(HistogramRange.HIGHEST_NANOS);
    }

    private static void check(HistogramLayout layout, Histogram reference, long nanos) {
        int index = layout.index(nanos);
        assertThat(layout.lowestNanos(index)).isEqualTo(reference.lowestEquivalentValue(nanos));
        assertThat(layout.highestNanos(index)).isEqualTo(reference.highestEquivalentValue(nanos));
    }

    private static HistogramLayout layout(int digits) {
        return digits == HistogramRange.OK_DIGITS ? HistogramLayout.OK : HistogramLayout.ERROR;
    }
}
