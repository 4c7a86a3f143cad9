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
    /** The distance between the places of new items, which leaves room for items that are moved between them. */
    static final long GAP = 1L << 32;

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
        return items.stream().mapToLong(QueueItem::place).max().orElse(0) + GAP;
    }

    /**
     * Moves a waiting item. Only its own place changes, so that a console that is killed has either order; when there is no
     * room left between its neighbours, all waiting items receive new places.
     *
     * @param position its new position among waiting items, from 1; a larger number than there are means the end
     * @return items whose place changes
     */
    static List<QueueItem> move(Collection<QueueItem> items, String id, int position) {
        List<QueueItem> before = waiting(items);
        List<QueueItem> order = new ArrayList<>(before);
        QueueItem moved =
                before.stream().filter(item -> item.id().equals(id)).findFirst().orElseThrow();
        order.remove(moved);
        int index = Math.clamp(position - 1L, 0, order.size());
        if (before.indexOf(moved) == index) {
            return List.of();
        }
        long after = index == 0
                ? order.getFirst().place() - 2 * GAP
                : order.get(index - 1).place();
        long until = index == order.size() ? after + 2 * GAP : order.get(index).place();
        long place = after + (until - after) / 2;
        if (place != after) {
            return List.of(moved.at(place));
        }
        order.add(index, moved);
        long first = lastPlace(items);
        List<QueueItem> changed = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            changed.add(order.get(i).at(first + i * GAP));
        }
        // The last one is stored first: each stored state in between is an order of the same items.
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
