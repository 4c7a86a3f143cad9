// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Histograms come from agents, whose host may be anybody's: each is read exactly, or refused in bounded memory. */
final class HostileHistogramTest {
    private static final int MOST_BYTES = 64 * 1024;
    private static final int COUNTERS = HistogramLayout.OK.counters();

    /** A plain histogram of the harness's own range with the given numbers in its body. */
    private static ByteBuffer plain(long... numbers) {
        ByteBuffer body = ByteBuffer.allocate(9 * numbers.length);
        for (long number : numbers) {
            put(body, number);
        }
        body.flip();
        ByteBuffer plain = ByteBuffer.allocate(HistogramEncoder.HEADER_BYTES + body.limit());
        plain.putInt(HistogramEncoder.COOKIE).putInt(body.limit()).putInt(0).putInt(HistogramLayout.OK.digits());
        plain.putLong(HistogramRange.LOWEST_NANOS)
                .putLong(HistogramRange.HIGHEST_NANOS)
                .putDouble(1);
        return plain.put(body).flip();
    }

    /** Zig-zag, seven bits in each of eight bytes, and all of the ninth. */
    private static void put(ByteBuffer to, long number) {
        long left = (number << 1) ^ (number >> 63);
        for (int i = 0; i < HistogramEncoder.WHOLE_BYTE; i++) {
            if (left >>> 7 == 0) {
                to.put((byte) left);
                return;
            }
            to.put((byte) ((left & 0x7f) | 0x80));
            left >>>= 7;
        }
        to.put((byte) left);
    }

    private static byte[] deflated(byte[] plain, boolean withDictionary) {
        try (Deflater deflater = new Deflater()) {
            if (withDictionary) {
                deflater.setDictionary(new byte[] {1, 2, 3});
            }
            deflater.setInput(plain);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] part = new byte[1024];
            while (!deflater.finished()) {
                out.write(part, 0, deflater.deflate(part));
            }
            return out.toByteArray();
        }
    }

    private static String text(int cookie, int length, byte[] deflated) {
        byte[] whole = new byte[2 * Integer.BYTES + deflated.length];
        ByteBuffer.wrap(whole).putInt(cookie).putInt(length).put(deflated);
        return Base64.getEncoder().encodeToString(whole);
    }

    private static String text(ByteBuffer plain) {
        byte[] bytes = new byte[plain.remaining()];
        plain.get(bytes);
        byte[] deflated = deflated(bytes, false);
        return text(HistogramEncoder.COMPRESSED_COOKIE, deflated.length, deflated);
    }

    private static SparseHistogram read(String text) {
        try (HistogramDecoder decoder = new HistogramDecoder(MOST_BYTES)) {
            decoder.read(text);
            return SparseHistogram.of(decoder, text);
        }
    }

    private static void refused(String text, String sentence) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(text)).withMessageContaining(sentence);
    }

    @Test
    void whatLiesInTheRangeIsReadExactly() {
        assertThat(read(text(plain(3, -(COUNTERS - 2), Long.MAX_VALUE - 3))))
                .isEqualTo(SparseHistogram.of(
                        HistogramLayout.OK, new int[] {0, COUNTERS - 1}, new long[] {3, Long.MAX_VALUE - 3}));
        assertThat(read(text(plain())).totalCount()).isZero();
    }

    @Test
    void aCounterBehindTheLastIsRefused() {
        refused(text(plain(-COUNTERS, 1)), "a histogram of another range");
        refused(text(plain(-Integer.MAX_VALUE, 1)), "a broken histogram");
        refused(text(plain(-Integer.MAX_VALUE, -Integer.MAX_VALUE, 1)), "a broken histogram");
        refused(text(plain(Long.MIN_VALUE, 1)), "a broken histogram");
    }

    @Test
    void countsWhoseSumIsNoNumberAreRefused() {
        refused(text(plain(Long.MAX_VALUE, 1)), "a broken histogram");
    }

    @Test
    void aBodyOfAnotherLengthIsRefused() {
        refused(text(plain(1, 1, 1).putInt(4, Integer.MAX_VALUE).rewind()), "a histogram of another encoding");
        refused(text(plain(1, 1, 1).putInt(4, -1).rewind()), "a histogram of another encoding");
        refused(text(ByteBuffer.wrap(new byte[HistogramEncoder.HEADER_BYTES - 1])), "without a whole head");
        refused(text(ByteBuffer.allocate(0)), "without a whole head");
        // The last number goes on behind the end.
        ByteBuffer broken = plain(1, 1, 1);
        refused(text(broken.put(broken.limit() - 1, (byte) 0x81).rewind()), "a broken histogram");
    }

    @Test
    void aStreamThatIsCutOffOrGoesOnIsRefused() {
        byte[] whole = deflated(plain(1, 2, 3).array(), false);
        byte[] less = Arrays.copyOf(whole, whole.length - 3);
        byte[] more = Arrays.copyOf(whole, whole.length + 3);
        refused(text(HistogramEncoder.COMPRESSED_COOKIE, less.length, less), "cut off or too long");
        refused(text(HistogramEncoder.COMPRESSED_COOKIE, more.length, more), "something follows");
        refused(text(HistogramEncoder.COMPRESSED_COOKIE, whole.length + 1, whole), "another encoding");
        refused(text(HistogramEncoder.COMPRESSED_COOKIE + 1, whole.length, whole), "another encoding");
        byte[] needy = deflated(plain(1, 2, 3).array(), true);
        refused(text(HistogramEncoder.COMPRESSED_COOKIE, needy.length, needy), "cut off or too long");
        byte[] garbage = {1, 2, 3, 4, 5, 6, 7, 8};
        refused(text(HistogramEncoder.COMPRESSED_COOKIE, garbage.length, garbage), "a broken histogram");
    }

    @Test
    void whatIsNoTextOfAHistogramIsRefused() {
        for (String text : new String[] {"", "AAAA", "not base64 at all", "HISTFAAA,", "====="}) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> read(text));
        }
    }
}
