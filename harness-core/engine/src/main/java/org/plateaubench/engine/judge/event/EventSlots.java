// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

import java.util.BitSet;
import java.util.List;
import org.plateaubench.engine.judge.figures.Window;

/**
 * The slots of the steady window, each as long as a stored interval, divided into slots inside of the events of a kind
 * and slots outside. Of an operation, the interval in which it ended and its response time are known, so its intended
 * start is known to half an interval. A slot is therefore inside if it is less than half an interval away from a
 * possible event, so that no operation that was due within an event is counted outside. Immutable.
 */
final class EventSlots {
    /** The greatest number of slots, three years of seconds; no plan is that long. */
    private static final int MOST = 100_000_000;

    private final long startNanos;
    private final long slotNanos;
    private final int count;
    private final BitSet inside = new BitSet();

    EventSlots(Window window, long slotNanos, List<EventSpan> spans) {
        startNanos = window.startNanos();
        this.slotNanos = slotNanos;
        long length = window.endNanos() - startNanos;
        count = (int) Math.clamp(Math.round((double) length / slotNanos), 1L, MOST);
        for (EventSpan span : spans) {
            long from = span.fromNanos() - slotNanos / 2;
            long last = Math.max(from, span.toNanos() + slotNanos / 2 - 1);
            if (last >= startNanos && from < window.endNanos()) {
                inside.set(slot(from), slot(last) + 1);
            }
        }
    }

    int count() {
        return count;
    }

    /** The slot of an instant; the first or last one for an instant before or after the window. */
    int slot(long nanos) {
        return (int) Math.clamp(Math.floorDiv(nanos - startNanos, slotNanos), 0L, count - 1L);
    }

    boolean isInside(int slot) {
        return inside.get(slot);
    }

    int inside() {
        return inside.cardinality();
    }

    int outside() {
        return count - inside();
    }

    /** The number of contiguous stretches of slots inside. */
    int stretches() {
        int stretches = 0;
        for (int slot = inside.nextSetBit(0); slot >= 0; slot = inside.nextSetBit(inside.nextClearBit(slot))) {
            stretches++;
        }
        return stretches;
    }

    /** The share of the slots inside that are also inside of other events. */
    double shareIn(EventSlots other) {
        BitSet both = (BitSet) inside.clone();
        both.and(other.inside);
        return inside.isEmpty() ? 0 : (double) both.cardinality() / inside();
    }

    double seconds(int slots) {
        return slots * (slotNanos / 1e9);
    }
}
