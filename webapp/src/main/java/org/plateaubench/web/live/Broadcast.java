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
 * A stream of events to any number of viewers; each event is encoded once. A viewer that reconnects soon gets the
 * events it missed; any other viewer gets a snapshot that replaces all earlier events. Any thread; all methods return
 * soon.
 */
final class Broadcast {
    /**
     * Most events kept for viewers that reconnect: a new viewer's queue must hold all of them, and the events sent
     * meanwhile.
     */
    private static final int MOST_KEPT = Viewer.MOST_WAITING / 2;

    private static final int WOKEN_AT_ONCE = 10;
    private static final long PAUSE_NANOS = 3_000_000;

    private final String epoch = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), Character.MAX_RADIX);
    private final Deque<StreamEvent> kept = new ArrayDeque<>();
    private final List<Viewer> viewers = new ArrayList<>();
    private long next;
    private @Nullable StreamEvent beginning;

    /** Sends an event to all viewers. */
    void say(String name, Object tree) {
        say(List.of(Map.entry(name, tree)));
    }

    /**
     * Sends several named events to all viewers. Viewers are woken in batches with pauses: woken at once they would
     * occupy every processor until all are written to, which would disturb a run on this host.
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

    /** Skips an event number after a change that was not sent, so that no viewer can resume from before it. */
    synchronized void skip() {
        kept.clear();
        next++;
        beginning = null;
    }

    /**
     * Adds a viewer.
     *
     * @param before snapshot that replaces all events so far, requested at most once between two events; sent as {@code
     *     snapshot}
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
        // Without frequent events, viewers that left would otherwise be kept until the next one.
        viewers.removeIf(Viewer::isOver);
        viewers.add(viewer);
    }

    /** Returns the events after an event; null when that event is no longer known. */
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

    /** Returns the number of viewers. */
    synchronized int viewers() {
        viewers.removeIf(Viewer::isOver);
        return viewers.size();
    }

    /** Ends the stream. */
    synchronized void end() {
        viewers.forEach(Viewer::end);
        viewers.clear();
    }
}
