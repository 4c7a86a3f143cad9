// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Who comes when. Pure functions. */
final class QueueOrder {
    private QueueOrder() {}

    /** Those that wait, in order. */
    static List<QueueItem> waiting(Collection<QueueItem> items) {
        return items.stream()
                .filter(item -> item.state() == ItemState.WAITING)
                .sorted(Comparator.comparingLong(QueueItem::place))
                .toList();
    }

    /** Who is to start: the first that may. One whose time has not come holds up nobody behind it. */
    static Optional<QueueItem> next(Collection<QueueItem> items, Instant now) {
        return items.stream().anyMatch(item -> item.state().isActive())
                ? Optional.empty()
                : waiting(items).stream().filter(item -> !item.isScheduled(now)).findFirst();
    }

    /** A place behind all others. */
    static long lastPlace(Collection<QueueItem> items) {
        return items.stream().mapToLong(QueueItem::place).max().orElse(0) + 1;
    }

    /**
     * Moves one that waits.
     *
     * @param position where it then stands among those that wait, from 1; one that is too large means the end
     * @return those whose place is another by that
     */
    static List<QueueItem> move(Collection<QueueItem> items, String id, int position) {
        List<QueueItem> before = waiting(items);
        List<QueueItem> after = new ArrayList<>(before);
        QueueItem moved =
                before.stream().filter(item -> item.id().equals(id)).findFirst().orElseThrow();
        after.remove(moved);
        after.add(Math.clamp(position - 1L, 0, after.size()), moved);
        List<QueueItem> changed = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            long place = before.get(i).place();
            if (after.get(i).place() != place) {
                changed.add(after.get(i).at(place));
            }
        }
        return changed;
    }

    /** Those that are over, the last first. */
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
