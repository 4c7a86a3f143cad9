// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.StoredCounts;

/**
 * An exact sum of stored histograms. Only counters that are not 0 are kept, because the time series of a run have
 * thousands of such sums. A sum that does not change for a while can be packed into a few bytes per counter. Not
 * thread-safe.
 */
public final class MergedCounts {
    private long[] values = new long[16];
    private long[] counts = new long[16];
    private int size;
    private long total;
    private @Nullable Histogram layout;
    private byte @Nullable [] packed;

    public long total() {
        return total;
    }

    /** Adds stored counters of the same layout. */
    public void add(StoredCounts more) {
        unpack();
        if (layout == null) {
            layout = more.layout();
        }
        long[] newValues = new long[size + more.size()];
        long[] newCounts = new long[size + more.size()];
        int filled = 0;
        int mine = 0;
        int other = 0;
        while (mine < size || other < more.size()) {
            long left = mine < size ? values[mine] : Long.MAX_VALUE;
            long right = other < more.size() ? more.value(other) : Long.MAX_VALUE;
            newValues[filled] = Math.min(left, right);
            if (left <= right) {
                newCounts[filled] += counts[mine++];
            }
            if (right <= left) {
                newCounts[filled] += more.count(other++);
            }
            filled++;
        }
        values = newValues;
        counts = newCounts;
        size = filled;
        total = Math.addExact(total, more.total());
    }

    /**
     * The greatest value in the counter of a rank, as printed by HdrHistogram's own tools.
     *
     * @param rank from 1 to {@link #total()}
     */
    public long valueAtRank(long rank) {
        Cursor cursor = cursor();
        long seen = 0;
        while (cursor.next()) {
            seen += cursor.count;
            if (seen >= rank) {
                return highest(cursor.value);
            }
        }
        throw new IllegalArgumentException("rank " + rank + " of " + total);
    }

    /** The number of values that are certainly not above a bound; it is exact if a counter ends with the bound. */
    public long countUpTo(long bound) {
        Cursor cursor = cursor();
        long seen = 0;
        while (cursor.next() && highest(cursor.value) <= bound) {
            seen += cursor.count;
        }
        return seen;
    }

    /** Iterates over the counters, packed or not, without changing them. */
    private Cursor cursor() {
        byte[] bytes = packed;
        return bytes == null ? new Cursor(null, size) : new Cursor(ByteBuffer.wrap(bytes), -1);
    }

    private final class Cursor {
        private final @Nullable ByteBuffer bytes;
        private int left;
        private int index;
        private long value;
        private long count;

        Cursor(@Nullable ByteBuffer bytes, int left) {
            this.bytes = bytes;
            this.left = bytes == null ? left : (int) take(bytes);
        }

        boolean next() {
            if (left-- <= 0) {
                return false;
            }
            if (bytes == null) {
                value = values[index];
                count = counts[index++];
            } else {
                value += take(bytes);
                count = take(bytes);
            }
            return true;
        }
    }

    private long highest(long value) {
        Histogram known = layout;
        return known == null ? value : known.highestEquivalentValue(value);
    }

    public void pack() {
        if (packed != null) {
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(3 * size + 10);
        put(bytes, size);
        long before = 0;
        for (int i = 0; i < size; i++) {
            put(bytes, values[i] - before);
            put(bytes, counts[i]);
            before = values[i];
        }
        packed = bytes.toByteArray();
        values = new long[0];
        counts = new long[0];
    }

    private void unpack() {
        if (packed == null) {
            return;
        }
        Cursor cursor = cursor();
        size = cursor.left;
        long[] newValues = new long[size];
        long[] newCounts = new long[size];
        for (int i = 0; cursor.next(); i++) {
            newValues[i] = cursor.value;
            newCounts[i] = cursor.count;
        }
        values = newValues;
        counts = newCounts;
        packed = null;
    }

    private static void put(ByteArrayOutputStream bytes, long number) {
        long left = number;
        while (left > 0x7f) {
            bytes.write((int) ((left & 0x7f) | 0x80));
            left >>>= 7;
        }
        bytes.write((int) left);
    }

    private static long take(ByteBuffer bytes) {
        long number = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = bytes.get();
            number |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return number;
            }
        }
    }
}
