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
 * The connections of one browser: a bounded number per origin, each lent to one request at a time. A thread that has
 * borrowed one returns it before it borrows another, so that no thread waits for itself. Any thread.
 */
final class Lanes {
    /** Bound on the connections kept after a page with parts of many origins. */
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

    /** A connection to an origin, the most recently used first; waits while all of them are lent. */
    synchronized Lane borrow(HttpOrigin origin) throws HttpFailure {
        try {
            Lane lane = free(origin);
            while (lane == null) {
                // The borrower returns it within the deadlines of its exchange.
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

    /** Releases large buffers of idle connections. */
    synchronized void release() {
        for (Lane lane : idle) {
            lane.release();
        }
    }

    /** Stops lending, and tells waiting threads. */
    synchronized void stop() {
        stopped = true;
        if (bandwidth != null) {
            bandwidth.stop(true);
        }
        notifyAll();
    }

    /**
     * Makes running exchanges fail after a stop. Under the lock, so that no exchange that begins after a restart is
     * hit.
     *
     * @return whether there were any running exchanges
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

    /** Closes idle connections; connections are opened again when needed. */
    synchronized void closeIdle() {
        while (!idle.isEmpty()) {
            discard(idle.removeLast());
        }
    }

    /** Resets the lanes after a stop. */
    synchronized void restart() {
        closeIdle();
        stopped = false;
        if (bandwidth != null) {
            bandwidth.stop(false);
        }
    }
}
