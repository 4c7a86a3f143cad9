// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;

/**
 * The connections of one browser: at most so many to an origin, lent to one request at a time. Whoever has borrowed one
 * gives it back before it borrows another, so that nobody waits for himself. Any thread.
 */
final class Lanes {
    /** A page with parts of many origins does not leave connections to all of them. */
    private static final int MOST_IDLE = 64;

    private final HttpConnector connector;
    private final BrowserSettings settings;
    private final LongSupplier nanoTime;
    private final @Nullable Bandwidth bandwidth;
    private final Map<HttpOrigin, Integer> counts = new HashMap<>();
    private final ArrayDeque<Lane> idle = new ArrayDeque<>();
    private final List<Lane> borrowed = new ArrayList<>();
    private boolean stopped;

    Lanes(HttpConnector connector, BrowserSettings settings, LongSupplier nanoTime) {
        this.connector = connector;
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.bandwidth = settings.limitsBandwidth()
                ? new Bandwidth(settings.upBytesPerSecond(), settings.downBytesPerSecond(), nanoTime)
                : null;
    }

    /** A connection to an origin, the one last used first; waits while all of them are lent. */
    synchronized Lane borrow(HttpOrigin origin) throws HttpFailure {
        try {
            Lane lane = free(origin);
            while (lane == null) {
                // Whoever has one gives it back within the deadlines of its exchange.
                wait();
                lane = free(origin);
            }
            borrowed.add(lane);
            return lane;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw aborted();
        }
    }

    /** An idle connection or a new one; null while all of them are lent. */
    private @Nullable Lane free(HttpOrigin origin) throws HttpFailure {
        if (stopped) {
            throw aborted();
        }
        Lane lane = takeIdle(origin);
        int count = counts.getOrDefault(origin, 0);
        if (lane == null && count < settings.connectionsPerOrigin()) {
            lane = new Lane(connector.connection(origin), settings.maxDecodedBytes(), nanoTime);
            lane.connection().throttle(bandwidth);
            counts.put(origin, count + 1);
        }
        return lane;
    }

    private static HttpFailure aborted() {
        return new HttpFailure(HttpFailure.Kind.ABORTED, "the browser was told to stop", false, null);
    }

    private @Nullable Lane takeIdle(HttpOrigin origin) {
        Iterator<Lane> lanes = idle.iterator();
        while (lanes.hasNext()) {
            Lane lane = lanes.next();
            if (lane.connection().origin().equals(origin)) {
                lanes.remove();
                return lane;
            }
        }
        return null;
    }

    synchronized void giveBack(Lane lane) {
        borrowed.remove(lane);
        idle.addFirst(lane);
        if (idle.size() > MOST_IDLE) {
            discard(idle.removeLast());
        }
        notifyAll();
    }

    private void discard(Lane lane) {
        lane.forget();
        counts.merge(lane.connection().origin(), -1, Integer::sum);
        counts.remove(lane.connection().origin(), 0);
        lane.connection().close();
    }

    /** Lets go of large buffers of connections that nobody has. */
    synchronized void release() {
        for (Lane lane : idle) {
            lane.release();
        }
    }

    /** Nobody borrows from now on, and who waits is told. */
    synchronized void stop() {
        stopped = true;
        if (bandwidth != null) {
            bandwidth.stop(true);
        }
        notifyAll();
    }

    /**
     * Makes the exchanges that run fail, if nobody is to borrow. Under the lock, so that none is hit that begins after a
     * restart.
     *
     * @return whether there were any
     */
    synchronized boolean abortBorrowed() {
        if (!stopped) {
            return false;
        }
        for (Lane lane : borrowed) {
            lane.connection().abort();
        }
        return !borrowed.isEmpty();
    }

    /** Closes what nobody has; connections are opened again when they are needed. */
    synchronized void closeIdle() {
        while (!idle.isEmpty()) {
            discard(idle.removeLast());
        }
    }

    /** After a stop: everything anew. */
    synchronized void restart() {
        closeIdle();
        stopped = false;
        if (bandwidth != null) {
            bandwidth.stop(false);
        }
    }

    /** Connections there are, lent or not. */
    synchronized int size() {
        return idle.size() + borrowed.size();
    }
}
