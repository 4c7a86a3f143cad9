// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.EventLoop;

/** Timers by instant, and at the same instant in the order of arming. Confined to one loop. */
public final class TimerHeap {
    private static final int FIRST_CAPACITY = 64;
    private static final int NOT_ARMED = -1;

    private @Nullable Entry[] heap = new Entry[FIRST_CAPACITY];
    private int size;
    private long armed;

    /** A timer; may be armed again after it has run or was cancelled, so that its owner needs only one. */
    public final class Entry implements EventLoop.Timer {
        private final Runnable task;
        private long atNanos;
        private long order;
        private int index = NOT_ARMED;

        public Entry(Runnable task) {
            this.task = task;
        }

        public boolean isArmed() {
            return index != NOT_ARMED;
        }

        public long atNanos() {
            return atNanos;
        }

        public void run() {
            task.run();
        }

        public void arm(long instantNanos) {
            cancel();
            atNanos = instantNanos;
            order = armed++;
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, 2 * size);
            }
            place(this, size++);
            rise(index);
        }

        @Override
        public void cancel() {
            if (isArmed()) {
                removeAt(index);
            }
        }

        private boolean isBefore(Entry other) {
            return atNanos != other.atNanos ? atNanos < other.atNanos : order < other.order;
        }
    }

    /** The instant of the earliest timer; {@link Long#MAX_VALUE} when there is none. */
    public long nextNanos() {
        return size == 0 ? Long.MAX_VALUE : at(0).atNanos;
    }

    /** Number of armings so far. */
    public long armings() {
        return armed;
    }

    /** Removes the earliest timer if it is due and was armed among the given number of first ones. */
    @Nullable
    public Entry pollDue(long nowNanos, long armings) {
        if (size == 0 || at(0).atNanos > nowNanos || at(0).order >= armings) {
            return null;
        }
        Entry due = at(0);
        removeAt(0);
        return due;
    }

    private void removeAt(int index) {
        at(index).index = NOT_ARMED;
        size--;
        Entry last = at(size);
        heap[size] = null;
        if (index < size) {
            place(last, index);
            rise(index);
            sink(last.index);
        }
    }

    private void rise(int from) {
        int child = from;
        while (child > 0) {
            int parent = (child - 1) / 2;
            if (!at(child).isBefore(at(parent))) {
                return;
            }
            swap(child, parent);
            child = parent;
        }
    }

    private void sink(int from) {
        int parent = from;
        for (int child = 2 * parent + 1; child < size; child = 2 * parent + 1) {
            if (child + 1 < size && at(child + 1).isBefore(at(child))) {
                child++;
            }
            if (!at(child).isBefore(at(parent))) {
                return;
            }
            swap(child, parent);
            parent = child;
        }
    }

    private void swap(int first, int second) {
        Entry moved = at(first);
        place(at(second), first);
        place(moved, second);
    }

    private void place(Entry entry, int index) {
        heap[index] = entry;
        entry.index = index;
    }

    private Entry at(int index) {
        Entry entry = heap[index];
        if (entry == null) {
            throw new IllegalStateException("no timer at " + index);
        }
        return entry;
    }
}
