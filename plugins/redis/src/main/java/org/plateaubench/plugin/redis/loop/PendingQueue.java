// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A first-in, first-out queue in a ring buffer. One thread at a time. */
final class PendingQueue {
    private static final int FIRST_LENGTH = 4;

    private @Nullable Pending[] ring = new @Nullable Pending[FIRST_LENGTH];
    private int head;
    private int tail;

    boolean isEmpty() {
        return head == tail;
    }

    int size() {
        return tail - head;
    }

    void add(Pending pending) {
        if (tail - head == ring.length) {
            grow();
        }
        ring[tail & (ring.length - 1)] = pending;
        tail++;
    }

    private void grow() {
        @Nullable Pending[] larger = new @Nullable Pending[2 * ring.length];
        int size = size();
        for (int i = 0; i < size; i++) {
            larger[i] = ring[(head + i) & (ring.length - 1)];
        }
        ring = larger;
        head = 0;
        tail = size;
    }

    /** Returns the first entry without removing it; null when there is none. */
    @Nullable
    Pending first() {
        return isEmpty() ? null : ring[head & (ring.length - 1)];
    }

    /** Removes the first entry; null when there is none. */
    @Nullable
    Pending poll() {
        if (isEmpty()) {
            return null;
        }
        int at = head & (ring.length - 1);
        Pending first = ring[at];
        ring[at] = null;
        head++;
        return first;
    }

    void clear() {
        Arrays.fill(ring, null);
        head = 0;
        tail = 0;
    }
}
