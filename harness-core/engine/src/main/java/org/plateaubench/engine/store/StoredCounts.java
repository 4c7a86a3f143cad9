// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * One stored histogram, as the counters that are not 0: a run of many tiles has millions, and a {@link Histogram} of
 * each would be some hundred kilobytes of zeros. It is valid until the next one is read. One thread.
 *
 * <p>Reads HdrHistogram's compressed encoding, version 2, in which runs of zeros are negative numbers.
 */
public final class StoredCounts {
    private static final int COMPRESSED_COOKIE = 0x1c849314;
    private static final int COOKIE = 0x1c849313;
    private static final int HEADER_BYTES = 40;
    private static final int MOST_DIGITS = 5;
    /** Far more than all counters of the widest range need. */
    private static final int MOST_BYTES = 1 << 22;
    /** A number takes at most nine bytes: seven bits in each of the first eight, all bits of the last. */
    private static final int WHOLE_BYTE = 8;

    private final Inflater inflater = new Inflater();
    private byte[] inflated = new byte[4096];
    private long[] values = new long[256];
    private long[] counts = new long[256];
    private int size;
    private long total;
    private long lowest;
    private int digits;

    StoredCounts() {}

    /** Number of values. */
    public long total() {
        return total;
    }

    /** Number of counters. */
    public int size() {
        return size;
    }

    /** The least value of a counter, ascending with the index. */
    public long value(int index) {
        return values[index];
    }

    /** The count of a counter. */
    public long count(int index) {
        return counts[index];
    }

    /** An empty histogram of the same layout. */
    Histogram layout() {
        return new Histogram(lowest, 2 * lowest, digits);
    }

    /** Adds the counts to a histogram of the same layout. */
    public void addTo(Histogram sum) {
        sum.setAutoResize(true);
        for (int i = 0; i < size; i++) {
            sum.recordValueWithCount(values[i], counts[i]);
        }
    }

    /** A histogram of these counts alone, which grows as far as later additions need. */
    public Histogram toHistogram() {
        Histogram histogram = layout();
        addTo(histogram);
        return histogram;
    }

    /**
     * Reads the counters of a line.
     *
     * @throws IllegalArgumentException when it is broken
     */
    void read(String base64) {
        size = 0;
        total = 0;
        try {
            ByteBuffer compressed = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
            if (compressed.getInt() != COMPRESSED_COOKIE) {
                throw new IllegalArgumentException("broken histogram: unknown encoding");
            }
            readPlain(inflated(compressed));
        } catch (DataFormatException | BufferUnderflowException | ArithmeticException e) {
            throw new IllegalArgumentException("broken histogram: " + e.getMessage(), e);
        }
    }

    private ByteBuffer inflated(ByteBuffer compressed) throws DataFormatException {
        int length = compressed.getInt();
        if (length < 0 || length > compressed.remaining()) {
            throw new IllegalArgumentException("broken histogram: it is cut off");
        }
        inflater.reset();
        inflater.setInput(compressed.slice(compressed.position(), length));
        int filled = inflater.inflate(inflated);
        while (!inflater.finished()) {
            if (filled == inflated.length) {
                if (filled >= MOST_BYTES) {
                    throw new IllegalArgumentException("broken histogram: it is too long");
                }
                inflated = Arrays.copyOf(inflated, 2 * inflated.length);
            }
            int more = inflater.inflate(inflated, filled, inflated.length - filled);
            if (more == 0 && !inflater.finished()) {
                throw new IllegalArgumentException("broken histogram: it is cut off");
            }
            filled += more;
        }
        return ByteBuffer.wrap(inflated, 0, filled);
    }

    private void readPlain(ByteBuffer plain) {
        int cookie = plain.getInt();
        int length = plain.getInt();
        int offset = plain.getInt();
        digits = plain.getInt();
        lowest = plain.getLong();
        if (cookie != COOKIE
                || offset != 0
                || length < 0
                || length > plain.limit() - HEADER_BYTES
                || digits < 0
                || digits > MOST_DIGITS
                || lowest < 1) {
            throw new IllegalArgumentException("broken histogram: unknown encoding");
        }
        plain.position(HEADER_BYTES).limit(HEADER_BYTES + length);
        readCounters(plain);
    }

    private void readCounters(ByteBuffer plain) {
        int unitMagnitude = 63 - Long.numberOfLeadingZeros(lowest);
        int halfMagnitude = 63 - Long.numberOfLeadingZeros(2 * (long) Math.pow(10, digits) - 1);
        long index = 0;
        while (plain.hasRemaining()) {
            long number = number(plain);
            if (number < 0) {
                index = Math.subtractExact(index, number);
            } else {
                add(index, number, unitMagnitude, halfMagnitude);
                index++;
            }
        }
    }

    private void add(long index, long count, int unitMagnitude, int halfMagnitude) {
        long half = 1L << halfMagnitude;
        int bucket = Math.toIntExact(Math.max(0, (index >> halfMagnitude) - 1));
        int shift = bucket + unitMagnitude;
        if (shift + halfMagnitude + 1 >= Long.SIZE - 1) {
            throw new IllegalArgumentException("broken histogram: a value beyond all range");
        }
        if (count == 0) {
            return;
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        values[size] = (index - bucket * half) << shift;
        counts[size] = count;
        size++;
        total = Math.addExact(total, count);
    }

    /** Zig-zag encoding: the sign is the lowest bit. */
    private static long number(ByteBuffer from) {
        long number = 0;
        for (int i = 0; i <= WHOLE_BYTE; i++) {
            long part = from.get();
            if (i == WHOLE_BYTE) {
                number |= part << (7 * i);
            } else {
                number |= (part & 0x7f) << (7 * i);
                if ((part & 0x80) == 0) {
                    break;
                }
            }
        }
        return (number >>> 1) ^ -(number & 1);
    }
}
