// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream of events to any number of viewers: each is encoded once. Who comes back soon after its connection broke gets
 * what it missed, everybody else what stands for all before. Any thread; all methods return soon.
 */
final class Broadcast {
    /** What is kept for those who come back: a new viewer's queue must hold all of it, and what is said meanwhile. */
    private static final int MOST_KEPT = Viewer.MOST_WAITING / 2;

    private static final int WOKEN_AT_ONCE = 10;
    private static final long PAUSE_NANOS = 3_000_000;

    private final String epoch = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), Character.MAX_RADIX);
    private final Deque<StreamEvent> kept = new ArrayDeque<>();
    private final List<Viewer> viewers = new ArrayList<>();
    private long next;
    private @Nullable StreamEvent beginning;

    /** Says something to everybody. */
    void say(String name, Object tree) {
        say(List.of(Map.entry(name, tree)));
    }

    /**
     * Says several things to everybody, each with its name. Viewers are woken some at a time with a pause between: all at
     * once they would take every processor for as long as it takes to write to all of them, which a run beside them feels.
     */
    synchronized void say(List<Map.Entry<String, Object>> named) {
        List<StreamEvent> events = new ArrayList<>();
        named.forEach(one -> events.add(StreamEvent.of(epoch, next++, one.getKey(), one.getValue())));
        kept.addAll(events);
        while (kept.size() > MOST_KEPT) {
            kept.removeFirst();
        }
        beginning = null;
        int told = 0;
        for (Iterator<Viewer> all = viewers.iterator(); all.hasNext(); ) {
            Viewer viewer = all.next();
            if (!events.stream().allMatch(viewer::offer)) {
                all.remove();
            }
            if (++told % WOKEN_AT_ONCE == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Something changed of which nobody was told, so that nobody can take up from before it. */
    synchronized void skip() {
        kept.clear();
        next++;
        beginning = null;
    }

    /**
     * Lets somebody in.
     *
     * @param before what stands for everything said so far, asked for at most once between two events; named
     *     {@code snapshot}
     */
    synchronized void join(Viewer viewer, Supplier<Object> before) {
        List<StreamEvent> missed = missed(viewer.lastEventId());
        if (missed == null) {
            if (beginning == null) {
                beginning = StreamEvent.of(epoch, next - 1, "snapshot", before.get());
            }
            missed = List.of(beginning);
        }
        missed.forEach(viewer::offer);
        // Where little is said, those who have left would be kept until something is.
        viewers.removeIf(Viewer::isOver);
        viewers.add(viewer);
    }

    /** What came after an event, null when that is not known any more. */
    private @Nullable List<StreamEvent> missed(@Nullable String lastId) {
        if (lastId == null || !lastId.startsWith(epoch + "-")) {
            return null;
        }
        try {
            long seen = Long.parseLong(lastId.substring(epoch.length() + 1));
            boolean isKnown = seen < next
                    && (kept.isEmpty()
                            ? seen == next - 1
                            : seen >= kept.getFirst().id() - 1);
            return isKnown ? kept.stream().filter(event -> event.id() > seen).toList() : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** How many watch. */
    synchronized int viewers() {
        viewers.removeIf(Viewer::isOver);
        return viewers.size();
    }

    /** Nothing more is said. */
    synchronized void end() {
        viewers.forEach(Viewer::end);
        viewers.clear();
    }
}
