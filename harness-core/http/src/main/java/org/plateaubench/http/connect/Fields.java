// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The positions of a response's header fields in its buffer. */
final class Fields {
    private static final int PLACES = 4;

    private int[] places = new int[PLACES * 16];
    private int count;

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    void add(int nameStart, int nameEnd, int valueStart, int valueEnd) {
        int at = count * PLACES;
        if (at == places.length) {
            places = Arrays.copyOf(places, places.length * 2);
        }
        places[at] = nameStart;
        places[at + 1] = nameEnd;
        places[at + 2] = valueStart;
        places[at + 3] = valueEnd;
        count++;
    }

    int nameStart(int index) {
        return places[checked(index)];
    }

    int nameEnd(int index) {
        return places[checked(index) + 1];
    }

    int valueStart(int index) {
        return places[checked(index) + 2];
    }

    int valueEnd(int index) {
        return places[checked(index) + 3];
    }

    private int checked(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("header " + index + " of " + count);
        }
        return index * PLACES;
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
