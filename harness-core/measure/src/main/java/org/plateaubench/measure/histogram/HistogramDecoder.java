// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Reads histograms of HdrHistogram's compressed encoding, version 2, in which runs of zeros are negative numbers, into
 * the counters that are not 0, in bounded memory. The result is valid until the next histogram is read. Not
 * thread-safe.
 */
public final class HistogramDecoder implements AutoCloseable {
    private static final int MOST_DIGITS = 5;
    private static final int HIGHEST_AT = 24;
    private static final int RATIO_AT = 32;

    /** Created on first use: most messages have no histogram, and its library needs memory and time. */
    private @Nullable Inflater inflater;

    private final int mostBytes;
    private byte[] inflated = new byte[1024];
    private int[] indexes = new int[64];
    private long[] counts = new long[64];
    private int size;
    private int lastIndex;
    private long total;
    private long lowest;
    private long highest;
    private double ratio;
    private int digits;

    /** Creates a decoder. */
    public HistogramDecoder(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Number of values. */
    public long total() {
        return total;
    }

    /** Number of counters that are not 0. */
    public int size() {
        return size;
    }

    /** Index of a counter in its layout, ascending. */
    public int index(int counter) {
        return indexes[counter];
    }

    /** The count of a counter. */
    public long count(int counter) {
        return counts[counter];
    }

    int[] indexes() {
        return Arrays.copyOf(indexes, size);
    }

    long[] counts() {
        return Arrays.copyOf(counts, size);
    }

    /** The index of the last counter in the encoding, which may be 0. */
    int lastIndex() {
        return lastIndex;
    }

    /** The smallest value that is distinguished from 0. */
    public long lowest() {
        return lowest;
    }

    long highest() {
        return highest;
    }

    double ratio() {
        return ratio;
    }

    /** Significant digits. */
    public int digits() {
        return digits;
    }

    /** Reads a histogram. */
    public void read(String base64) {
        size = 0;
        total = 0;
        try {
            ByteBuffer compressed = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
            if (compressed.getInt() != HistogramEncoder.COMPRESSED_COOKIE
                    || compressed.getInt() != compressed.remaining()) {
                throw new IllegalArgumentException("a histogram of another encoding");
            }
            readPlain(inflated(compressed));
        } catch (DataFormatException | BufferUnderflowException | ArithmeticException e) {
            throw new IllegalArgumentException("a broken histogram", e);
        }
    }

    private ByteBuffer inflated(ByteBuffer compressed) throws DataFormatException {
        Inflater from = prepared();
        from.setInput(compressed);
        int filled = from.inflate(inflated);
        while (!from.finished()) {
            if (filled == inflated.length && filled < mostBytes) {
                inflated = Arrays.copyOf(inflated, Math.min(mostBytes, 4 * filled));
            }
            int more = from.inflate(inflated, filled, inflated.length - filled);
            if (more == 0 && !from.finished()) {
                throw new IllegalArgumentException("a histogram that is cut off or too long");
            }
            filled += more;
        }
        if (from.getRemaining() > 0) {
            throw new IllegalArgumentException("a histogram that something follows");
        }
        return ByteBuffer.wrap(inflated, 0, filled);
    }

    private Inflater prepared() {
        Inflater known = inflater;
        if (known == null) {
            known = new Inflater();
            inflater = known;
        }
        known.reset();
        return known;
    }

    private void readPlain(ByteBuffer plain) {
        if (plain.remaining() < HistogramEncoder.HEADER_BYTES) {
            throw new IllegalArgumentException("a histogram without a whole head");
        }
        int cookie = plain.getInt();
        int length = plain.getInt();
        int offset = plain.getInt();
        digits = plain.getInt();
        lowest = plain.getLong();
        highest = plain.getLong(HIGHEST_AT);
        ratio = plain.getDouble(RATIO_AT);
        if (cookie != HistogramEncoder.COOKIE
                || offset != 0
                || length < 0
                || length > plain.limit() - HistogramEncoder.HEADER_BYTES
                || digits < 0
                || digits > MOST_DIGITS
                || lowest < 1) {
            throw new IllegalArgumentException("a histogram of another encoding");
        }
        plain.position(HistogramEncoder.HEADER_BYTES).limit(HistogramEncoder.HEADER_BYTES + length);
        readCounters(plain);
    }

    private void readCounters(ByteBuffer plain) {
        int index = 0;
        while (plain.hasRemaining()) {
            long number = number(plain);
            if (number < 0) {
                index = Math.toIntExact(Math.subtractExact(index, number));
            } else {
                if (number > 0) {
                    add(index, number);
                }
                index = Math.addExact(index, 1);
            }
        }
        lastIndex = index - 1;
    }

    /** Zig-zag encoding: the sign is the lowest bit. */
    private static long number(ByteBuffer from) {
        long number = from.get();
        if (number < 0) {
            number &= 0x7f;
            for (int i = 1; i <= HistogramEncoder.WHOLE_BYTE; i++) {
                long part = from.get();
                if (i == HistogramEncoder.WHOLE_BYTE) {
                    number |= part << (7 * i);
                } else {
                    number |= (part & 0x7f) << (7 * i);
                    if (part >= 0) {
                        break;
                    }
                }
            }
        }
        return (number >>> 1) ^ -(number & 1);
    }

    private void add(int index, long count) {
        if (size == indexes.length) {
            indexes = Arrays.copyOf(indexes, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        indexes[size] = index;
        counts[size] = count;
        size++;
        total = Math.addExact(total, count);
    }

    @Override
    public void close() {
        if (inflater != null) {
            inflater.close();
        }
    }
}
