// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseHistogramTest {
    private static Histogram random(Random random, int values, int round) {
        Histogram histogram = round % 3 == 0 ? HistogramRange.errorHistogram() : HistogramRange.okHistogram();
        for (int i = 0; i < values; i++) {
            long nanos = Math.clamp(
                    (long) (1e6 * Math.exp(3 * random.nextGaussian())),
                    HistogramRange.LOWEST_NANOS,
                    HistogramRange.HIGHEST_NANOS);
            histogram.recordValueWithCount(nanos, random.nextInt(9) == 0 ? 1L + (random.nextLong() >>> 30) : 1);
        }
        return histogram;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 40, 400, 20_000})
    void countersMatchHdrHistogram(int values) {
        Random random = new Random(values);
        for (int round = 0; round < 30; round++) {
            Histogram histogram = random(random, values, round);
            SparseHistogram sparse = SparseHistogram.of(histogram);
            assertThat(sparse.totalCount()).isEqualTo(histogram.getTotalCount());
            assertThat(sparse.toHistogram()).isEqualTo(histogram);
            int[] indexes = IntStream.range(0, sparse.size()).map(sparse::index).toArray();
            long[] counts =
                    IntStream.range(0, sparse.size()).mapToLong(sparse::count).toArray();
            assertThat(SparseHistogram.ofCounters(sparse.isOfErrors(), indexes, counts))
                    .isEqualTo(sparse)
                    .hasSameHashCodeAs(sparse);
        }
    }

    @Test
    void countersOutsideTheLayoutAreRefused() {
        int last = HistogramLayout.OK.counters() - 1;
        assertThat(SparseHistogram.ofCounters(false, new int[] {0, last}, new long[] {1, Long.MAX_VALUE - 1}))
                .extracting(SparseHistogram::totalCount)
                .isEqualTo(Long.MAX_VALUE);
        refused(new int[] {last + 1}, 1);
        refused(new int[] {3, 3}, 1, 1);
        refused(new int[] {-1}, 1);
        refused(new int[] {5}, 0);
        assertThatThrownBy(() -> SparseHistogram.ofCounters(false, new int[] {1, 2}, new long[] {Long.MAX_VALUE, 1}))
                .isInstanceOf(ArithmeticException.class);
    }

    private static void refused(int[] indexes, long... counts) {
        assertThatThrownBy(() -> SparseHistogram.ofCounters(false, indexes, counts))
                .hasMessage("a histogram of another range");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 5_000_000, 70_000_000_000L, HistogramRange.HIGHEST_NANOS})
    void countAtLeastMatchesHdrHistogram(long nanos) {
        Histogram histogram = random(new Random(3), 5_000, 1);
        assertThat(SparseHistogram.of(histogram).atLeast(nanos))
                .isEqualTo(histogram.getCountBetweenValues(nanos, Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void histogramOfAnotherLayoutIsRefused(int digits) {
        Histogram other = new Histogram(HistogramRange.LOWEST_NANOS, HistogramRange.HIGHEST_NANOS, digits);
        other.recordValue(5_000);
        assertThatThrownBy(() -> SparseHistogram.of(other)).hasMessage("a histogram of another range");
    }
}
