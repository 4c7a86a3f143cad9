// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramLayoutTest {
    @ParameterizedTest
    @ValueSource(ints = {HistogramRange.OK_DIGITS, HistogramRange.ERROR_DIGITS})
    void indexesMatchHdrHistogram(int digits) {
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
    void counterRangesAreContiguous(int digits) {
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

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 4", "3, 8", "4, 8", "5, 16", "8, 16", "9, 16", "96, 16"})
    void stripeCountDependsOnTheCores(int cores, int stripes) {
        assertThat(Stripes.count(cores)).isEqualTo(stripes);
    }

    @Test
    void stripesAreSharedEvenlyByThreads() {
        int threads = 1000 * Stripes.COUNT;
        long[] users = new long[Stripes.COUNT];
        for (int id = 40; id < 40 + threads; id++) {
            users[Stripes.of(id)]++;
        }
        assertThat(Arrays.stream(users).min().orElseThrow()).isGreaterThan(950);
        assertThat(Arrays.stream(users).max().orElseThrow()).isLessThan(1050);
    }
}
