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
    private final long startNanos;
    private final long slotNanos;
    private final BitSet inside = new BitSet();
    /** The number of the stretch of each slot: neighbours on the same side share one. */
    private final int[] stretches;

    EventSlots(Window window, long slotNanos, List<EventSpan> spans) {
        startNanos = window.startNanos();
        this.slotNanos = slotNanos;
        long length = window.endNanos() - startNanos;
        stretches = new int[(int) Math.max(1, Math.round((double) length / slotNanos))];
        for (EventSpan span : spans) {
            long from = span.fromNanos() - slotNanos / 2;
            long last = Math.max(from, span.toNanos() + slotNanos / 2 - 1);
            if (last >= startNanos && from < window.endNanos()) {
                inside.set(slot(from), slot(last) + 1);
            }
        }
        for (int slot = 1; slot < stretches.length; slot++) {
            stretches[slot] = stretches[slot - 1] + (inside.get(slot) == inside.get(slot - 1) ? 0 : 1);
        }
    }

    /** The slot of an instant; the first or last one for an instant before or after the window. */
    int slot(long nanos) {
        return (int) Math.clamp(Math.floorDiv(nanos - startNanos, slotNanos), 0L, stretches.length - 1L);
    }

    boolean isInside(int slot) {
        return inside.get(slot);
    }

    int stretch(int slot) {
        return stretches[slot];
    }

    int stretches() {
        return stretches[stretches.length - 1] + 1;
    }

    double insideSeconds() {
        return inside.cardinality() * (slotNanos / 1e9);
    }

    double outsideSeconds() {
        return (stretches.length - inside.cardinality()) * (slotNanos / 1e9);
    }
}
