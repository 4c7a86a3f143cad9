// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.histogram.HistogramRange;

/** What we read of HdrHistogram's encoding is what its own decoder reads. */
class StoredCountsTest {
    private final StoredCounts counts = new StoredCounts();

    private static String encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    @Test
    void whatIsReadIsWhatWasRecorded() {
        Random random = new Random(5);
        Histogram all = HistogramRange.okHistogram();
        Histogram read = HistogramRange.okHistogram();
        for (int round = 0; round < 200; round++) {
            Histogram histogram = HistogramRange.okHistogram();
            for (int i = random.nextInt(300); i > 0; i--) {
                long value = Math.min(HistogramRange.HIGHEST_NANOS, (long) (1e6 * Math.exp(3 * random.nextGaussian())));
                histogram.recordValueWithCount(value, 1L + (random.nextInt(9) == 0 ? random.nextInt() >>> 1 : 0));
            }
            all.add(histogram);
            counts.read(encoded(histogram));
            assertThat(counts.total()).isEqualTo(histogram.getTotalCount());
            assertThat(counts.toHistogram()).isEqualTo(histogram);
            counts.addTo(read);
        }
        assertThat(read).isEqualTo(all);
        for (double percentile = 0; percentile <= 100; percentile += 0.5) {
            assertThat(read.getValueAtPercentile(percentile)).isEqualTo(all.getValueAtPercentile(percentile));
        }
    }

    @Test
    void errorsAtTwoDigitsAreReadToo() {
        Histogram histogram = HistogramRange.errorHistogram();
        histogram.recordValue(1);
        histogram.recordValue(HistogramRange.HIGHEST_NANOS);
        counts.read(encoded(histogram));
        assertThat(counts.toHistogram()).isEqualTo(histogram);
    }

    @Test
    void whatIsBrokenIsRefusedAndNothingElseIsThrown() {
        Random random = new Random(6);
        Histogram histogram = HistogramRange.okHistogram();
        for (int i = 0; i < 100; i++) {
            histogram.recordValue(random.nextInt(1_000_000_000));
        }
        byte[] good = Base64.getDecoder().decode(encoded(histogram));
        assertThatThrownBy(() -> counts.read("AAAA")).isInstanceOf(IllegalArgumentException.class);
        for (int round = 0; round < 3_000; round++) {
            byte[] bad = Arrays.copyOf(good, round % 2 == 0 ? good.length : random.nextInt(good.length));
            if (bad.length > 0) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                counts.read(Base64.getEncoder().encodeToString(bad));
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("broken histogram");
            }
        }
    }
}
