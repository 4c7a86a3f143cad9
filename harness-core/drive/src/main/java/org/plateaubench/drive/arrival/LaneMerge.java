// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.arrival;

/** The arrivals of several lanes in the order of time: a binary heap of lanes. Not thread-safe. */
final class LaneMerge {
    private final Lane[] heap;

    LaneMerge(Lane[] lanes) {
        heap = lanes.clone();
        for (int i = heap.length / 2 - 1; i >= 0; i--) {
            sink(i);
        }
    }

    /** The lane whose current arrival is the earliest. */
    Lane first() {
        return heap[0];
    }

    /** Moves the first lane to its next arrival. */
    void advance() {
        heap[0].advance();
        sink(0);
    }

    private void sink(int from) {
        int parent = from;
        for (int child = 2 * parent + 1; child < heap.length; child = 2 * parent + 1) {
            if (child + 1 < heap.length && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (!heap[child].isBefore(heap[parent])) {
                return;
            }
            Lane lane = heap[child];
            heap[child] = heap[parent];
            heap[parent] = lane;
            parent = child;
        }
    }
}
