// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The positions of a response's header fields in its buffer. */
final class Fields {
    private static final int POSITIONS_PER_FIELD = 4;

    private int[] positions = new int[POSITIONS_PER_FIELD * 16];
    private int count;

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    void add(int nameStart, int nameEnd, int valueStart, int valueEnd) {
        int at = count * POSITIONS_PER_FIELD;
        if (at == positions.length) {
            positions = Arrays.copyOf(positions, positions.length * 2);
        }
        positions[at] = nameStart;
        positions[at + 1] = nameEnd;
        positions[at + 2] = valueStart;
        positions[at + 3] = valueEnd;
        count++;
    }

    int nameStart(int index) {
        return positions[firstPosition(index)];
    }

    int nameEnd(int index) {
        return positions[firstPosition(index) + 1];
    }

    int valueStart(int index) {
        return positions[firstPosition(index) + 2];
    }

    int valueEnd(int index) {
        return positions[firstPosition(index) + 3];
    }

    private int firstPosition(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("header " + index + " of " + count);
        }
        return index * POSITIONS_PER_FIELD;
    }

    String name(byte[] buffer, int index) {
        return text(buffer, nameStart(index), nameEnd(index));
    }

    String value(byte[] buffer, int index) {
        return text(buffer, valueStart(index), valueEnd(index));
    }

    private static String text(byte[] buffer, int start, int end) {
        return new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
    }

    boolean nameIs(byte[] buffer, int index, String name) {
        return ByteClasses.same(buffer, nameStart(index), nameEnd(index), name);
    }
}
