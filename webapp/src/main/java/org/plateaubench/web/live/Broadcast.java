// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream of events to any number of viewers; each event is encoded once. A viewer that joins or reconnects gets a
 * snapshot that replaces all earlier events. Thread-safe; all methods return soon.
 */
final class Broadcast {
    private static final int BATCH_SIZE = 10;
    private static final long PAUSE_NANOS = 3_000_000;

    private final List<Viewer> viewers = new ArrayList<>();
    private Viewer.@Nullable Event snapshot;

    void send(String name, Object tree) {
        send(List.of(Map.entry(name, tree)));
    }

    /**
     * Sends several named events to all viewers. Viewers are woken in batches with pauses: all of them together would
     * occupy every processor until all are written to, which would disturb a run on this host.
     */
    synchronized void send(List<Map.Entry<String, Object>> named) {
        List<Viewer.Event> events = named.stream()
                .map(event -> Viewer.Event.of(event.getKey(), event.getValue()))
                .toList();
        snapshot = null;
        int written = 0;
        for (Iterator<Viewer> all = viewers.iterator(); all.hasNext(); ) {
            Viewer viewer = all.next();
            if (!events.stream().allMatch(viewer::offer)) {
                all.remove();
            }
            if (++written % BATCH_SIZE == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Records a change that is not sent, since there are no viewers. */
    synchronized void skip() {
        snapshot = null;
    }

    /**
     * Adds a viewer.
     *
     * @param before snapshot that replaces all events so far, requested at most once between two events; sent as {@code
     *     snapshot}
     */
    synchronized void join(Viewer viewer, Supplier<Object> before) {
        if (snapshot == null) {
            snapshot = Viewer.Event.of("snapshot", before.get());
        }
        viewer.offer(snapshot);
        // Without frequent events, viewers that left would otherwise be kept until the next one.
        viewers.removeIf(Viewer::isOver);
        viewers.add(viewer);
    }

    synchronized int viewers() {
        viewers.removeIf(Viewer::isOver);
        return viewers.size();
    }

    synchronized void end() {
        viewers.forEach(Viewer::end);
        viewers.clear();
    }
}
