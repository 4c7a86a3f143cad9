// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.histogram.Times;

/** Writes the parts of an interval in the form of {@link IntervalBytes}. Not thread-safe. */
final class IntervalByteWriter {
    final Map<String, Integer> names = new LinkedHashMap<>();
    byte[] bytes = new byte[1 << 12];
    int size;

    private void ensureCapacity(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
        }
    }

    void number(long number) {
        ensureCapacity(10);
        long remaining = number;
        while ((remaining & ~0x7fL) != 0) {
            bytes[size++] = (byte) (remaining | 0x80);
            remaining >>>= 7;
        }
        bytes[size++] = (byte) remaining;
    }

    void decimal(double number) {
        ensureCapacity(Double.BYTES);
        ByteBuffer.wrap(bytes).putDouble(size, number);
        size += Double.BYTES;
    }

    void bytes(byte[] more, int length) {
        ensureCapacity(length);
        System.arraycopy(more, 0, bytes, size, length);
        size += length;
    }

    void text(String text) {
        number(text.length());
        text.chars().forEach(this::number);
    }

    void name(String name) {
        number(names.computeIfAbsent(name, key -> names.size()));
    }

    /** Inserts, at {@code start}, the number of bytes that were written since then. */
    void insertLength(int start) {
        int end = size;
        number((long) end - start);
        byte[] length = Arrays.copyOfRange(bytes, end, size);
        System.arraycopy(bytes, start, bytes, start + length.length, end - start);
        System.arraycopy(length, 0, bytes, start, length.length);
    }

    <T> void list(List<T> list, Consumer<T> item) {
        number(list.size());
        list.forEach(item);
    }

    void times(Times times) {
        number(times.sumNanos());
        number(times.minNanos());
        number(times.maxNanos());
        number(times.overflow());
        SparseHistogram histogram = times.histogram();
        number(2L * histogram.size() + (histogram.isOfErrors() ? 1 : 0));
        int next = 0;
        for (int i = 0; i < histogram.size(); i++) {
            int zeros = histogram.index(i) - next;
            if (zeros > 0) {
                number(2L * zeros + 1);
            }
            number(histogram.count(i) << 1);
            next = histogram.index(i) + 1;
        }
    }
}
