// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Writes histograms in HdrHistogram's compressed encoding, version 2, from the counters that are not 0, while the
 * library visits all 25,000. Short histograms are stored without compression, in the same format: inflating them was
 * half of the work of a controller for an interval, and saved only a fifth of the text. Not thread-safe.
 */
public final class HistogramEncoder implements AutoCloseable {
    static final int COMPRESSED_COOKIE = 0x1c849314;
    static final int COOKIE = 0x1c849313;
    static final int HEADER_BYTES = 40;
    /** A number takes at most nine bytes: seven bits in each of the first eight, all bits of the last. */
    static final int WHOLE_BYTE = 8;

    private static final int STORED_UP_TO_BYTES = 160;
    private static final int PREFIX_BYTES = 2 * Integer.BYTES;

    /** Created on first use: most messages have no histogram, and its library needs 256 kB. */
    private @Nullable Deflater deflater;

    private ByteBuffer plain = ByteBuffer.allocate(0);
    private byte[] compressed = new byte[1024];

    /** The text of a histogram whose counters are in ascending order of their indexes. */
    String base64(HistogramLayout layout, int[] indexes, long[] counts) {
        // A run of zeros and a count for each counter, or one zero alone.
        int most = HEADER_BYTES + 2 * (WHOLE_BYTE + 1) * Math.max(1, indexes.length);
        if (plain.capacity() < most) {
            plain = ByteBuffer.allocate(2 * most);
        }
        plain.clear().position(HEADER_BYTES);
        int next = 0;
        for (int i = 0; i < indexes.length; i++) {
            int zeros = indexes[i] - next;
            if (zeros > 0) {
                // Like the library: a single zero is a count.
                put(zeros == 1 ? 0 : -zeros);
            }
            put(counts[i]);
            next = indexes[i] + 1;
        }
        if (next == 0) {
            put(0);
        }
        header(layout);
        return deflated();
    }

    private void header(HistogramLayout layout) {
        int length = plain.position();
        plain.putInt(0, COOKIE)
                .putInt(Integer.BYTES, length - HEADER_BYTES)
                .putInt(2 * Integer.BYTES, 0)
                .putInt(3 * Integer.BYTES, layout.digits())
                .putLong(4 * Integer.BYTES, HistogramRange.LOWEST_NANOS)
                .putLong(6 * Integer.BYTES, HistogramRange.HIGHEST_NANOS)
                .putDouble(8 * Integer.BYTES, 1);
        plain.flip();
    }

    private String deflated() {
        Deflater with = prepared();
        with.setLevel(plain.limit() <= STORED_UP_TO_BYTES ? Deflater.NO_COMPRESSION : Deflater.DEFAULT_COMPRESSION);
        with.setInput(plain);
        with.finish();
        int length = PREFIX_BYTES;
        while (!with.finished()) {
            if (length == compressed.length) {
                compressed = Arrays.copyOf(compressed, 2 * length);
            }
            length += with.deflate(compressed, length, compressed.length - length);
        }
        ByteBuffer.wrap(compressed).putInt(COMPRESSED_COOKIE).putInt(length - PREFIX_BYTES);
        ByteBuffer text = Base64.getEncoder().encode(ByteBuffer.wrap(compressed, 0, length));
        return new String(text.array(), 0, text.limit(), StandardCharsets.ISO_8859_1);
    }

    private Deflater prepared() {
        Deflater known = deflater;
        if (known == null) {
            known = new Deflater();
            deflater = known;
        }
        known.reset();
        return known;
    }

    /** Zig-zag encoding: the sign is the lowest bit. */
    private void put(long number) {
        long left = (number << 1) ^ (number >> 63);
        for (int i = 0; i < WHOLE_BYTE; i++) {
            if ((left & ~0x7fL) == 0) {
                plain.put((byte) left);
                return;
            }
            plain.put((byte) ((left & 0x7f) | 0x80));
            left >>>= 7;
        }
        plain.put((byte) left);
    }

    @Override
    public void close() {
        if (deflater != null) {
            deflater.close();
        }
    }
}
