// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts the numbered messages of an agent into order and removes duplicates. Not thread-safe. */
final class MessageSequence<T> {
    private final NavigableMap<Long, T> arrived = new TreeMap<>();
    private long expected;

    /** Adds a message; false for a duplicate. */
    boolean add(long number, T message) {
        if (number < expected) {
            return false;
        }
        arrived.put(number, message);
        return true;
    }

    /** Takes the next message; null if it has not arrived. */
    @Nullable
    T next() {
        @Nullable T next = arrived.remove(expected);
        expected += next == null ? 0 : 1;
        return next;
    }

    /** Whether a message is missing before others that have arrived. */
    boolean hasGap() {
        return !arrived.isEmpty() && arrived.firstKey() > expected;
    }
}
