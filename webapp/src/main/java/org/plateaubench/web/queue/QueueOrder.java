// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The order of the queue. Pure functions. */
final class QueueOrder {
    private QueueOrder() {}

    /** Returns the waiting items, in order. */
    static List<QueueItem> waiting(Collection<QueueItem> items) {
        return items.stream()
                .filter(item -> item.state() == ItemState.WAITING)
                .sorted(Comparator.comparingLong(QueueItem::place))
                .toList();
    }

    /**
     * Returns the item to start: the first that may. An item with a later earliest start does not block those behind
     * it.
     */
    static Optional<QueueItem> next(Collection<QueueItem> items, Instant now) {
        return items.stream().anyMatch(item -> item.state().isActive())
                ? Optional.empty()
                : waiting(items).stream().filter(item -> !item.isScheduled(now)).findFirst();
    }

    /** Returns a place after all items. */
    static long lastPlace(Collection<QueueItem> items) {
        return items.stream().mapToLong(QueueItem::place).max().orElse(0) + 1;
    }

    /**
     * Moves a waiting item. All waiting items receive new places behind the present ones.
     *
     * @param position its new position among waiting items, from 1; a larger number than there are means the end
     * @return the items with their new places; when only the first ones are stored, those are an order of the same items
     */
    static List<QueueItem> move(Collection<QueueItem> items, String id, int position) {
        List<QueueItem> order = new ArrayList<>(waiting(items));
        QueueItem moved =
                order.stream().filter(item -> item.id().equals(id)).findFirst().orElseThrow();
        order.remove(moved);
        order.add(Math.clamp(position - 1L, 0, order.size()), moved);
        long first = lastPlace(items);
        List<QueueItem> changed = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            changed.add(order.get(i).at(first + i));
        }
        return changed.reversed();
    }

    /** Returns the items in a final state, the last first. */
    static List<QueueItem> over(Collection<QueueItem> items) {
        return items.stream()
                .filter(item -> item.state().isOver())
                .sorted(Comparator.comparing(QueueOrder::end)
                        .thenComparingLong(QueueItem::place)
                        .reversed())
                .toList();
    }

    private static Instant end(QueueItem item) {
        Instant end = item.progress().endedAt();
        return end == null ? item.requestedAt() : end;
    }
}
