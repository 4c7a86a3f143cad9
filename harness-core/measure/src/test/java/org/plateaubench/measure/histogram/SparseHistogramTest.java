// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseHistogramTest {
    private static final int MOST_BYTES = 1 << 20;

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

    private static String encodedByLibrary(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** Short ones are stored and long ones deflated; none at all is a histogram too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 40, 400, 20_000})
    void theLibraryReadsWhatIsWrittenAndWritesWhatIsRead(int values) throws Exception {
        Random random = new Random(values);
        try (HistogramEncoder encoder = new HistogramEncoder();
                HistogramDecoder decoder = new HistogramDecoder(MOST_BYTES)) {
            for (int round = 0; round < 30; round++) {
                Histogram histogram = random(random, values, round);
                SparseHistogram sparse = SparseHistogram.of(histogram);
                String text = sparse.encoded(encoder);
                Histogram read = Histogram.decodeFromCompressedByteBuffer(
                        ByteBuffer.wrap(Base64.getDecoder().decode(text)), HistogramRange.HIGHEST_NANOS);
                assertThat(sparse.totalCount()).isEqualTo(histogram.getTotalCount());
                assertThat(sparse.toHistogram()).isEqualTo(histogram);
                if (values > 0) {
                    assertThat(sparse.greatestNanos()).isEqualTo(histogram.getMaxValue());
                    assertThat(read).isEqualTo(histogram);
                    assertThat(read.getValueAtPercentile(95)).isEqualTo(histogram.getValueAtPercentile(95));
                }
                decoder.read(text);
                assertThat(SparseHistogram.of(decoder, text)).isEqualTo(sparse);
                String library = encodedByLibrary(histogram);
                decoder.read(library);
                SparseHistogram ofLibrary = SparseHistogram.of(decoder, library);
                assertThat(ofLibrary).isEqualTo(sparse).hasSameHashCodeAs(sparse);
                assertThat(ofLibrary.encoded(encoder)).as("as it was received").isSameAs(library);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 5_000_000, 70_000_000_000L, HistogramRange.HIGHEST_NANOS})
    void valuesFromABoundOnAreCountedAsTheLibraryDoes(long nanos) {
        Histogram histogram = random(new Random(3), 5_000, 1);
        assertThat(SparseHistogram.of(histogram).atLeast(nanos))
                .isEqualTo(histogram.getCountBetweenValues(nanos, Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void aHistogramOfAnotherLayoutIsRefused(int digits) {
        Histogram other = new Histogram(HistogramRange.LOWEST_NANOS, HistogramRange.HIGHEST_NANOS, digits);
        other.recordValue(5_000);
        assertThatThrownBy(() -> SparseHistogram.of(other)).hasMessage("a histogram of another range");
    }
}
