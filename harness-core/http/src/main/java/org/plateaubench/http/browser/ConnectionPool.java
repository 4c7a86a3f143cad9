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
 * The connections of one browser, a bounded number per origin. Each is borrowed by one request at a time. A thread must
 * return its connection before it borrows another one, so that no thread waits for itself. Thread-safe.
 */
final class ConnectionPool {
    /** Maximum number of idle connections that are kept, for example after a page with parts of many origins. */
    private static final int MAX_IDLE = 64;

    private final HttpConnector connector;
    private final BrowserSettings settings;
    private final LongSupplier nanoTime;
    private final Map<HttpOrigin, Integer> counts = new HashMap<>();
    private final ArrayDeque<PooledConnection> idle = new ArrayDeque<>();
    private final List<PooledConnection> borrowed = new ArrayList<>();
    private boolean stopped;

    ConnectionPool(HttpConnector connector, BrowserSettings settings, LongSupplier nanoTime) {
        this.connector = connector;
        this.settings = settings;
        this.nanoTime = nanoTime;
    }

    /**
     * Borrows a connection to an origin, preferably the most recently used one; waits while all of them are borrowed.
     */
    synchronized PooledConnection borrow(HttpOrigin origin) throws HttpFailure {
        try {
            PooledConnection pooled = idleOrNew(origin);
            while (pooled == null) {
                // The borrower returns it within the deadlines of its exchange.
                wait();
                pooled = idleOrNew(origin);
            }
            borrowed.add(pooled);
            return pooled;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw aborted();
        }
    }

    /** Returns an idle connection or a new one; null while all of them are borrowed. */
    private @Nullable PooledConnection idleOrNew(HttpOrigin origin) throws HttpFailure {
        if (stopped) {
            throw aborted();
        }
        PooledConnection pooled = takeIdle(origin);
        int count = counts.getOrDefault(origin, 0);
        if (pooled == null && count < settings.connectionsPerOrigin()) {
            pooled = new PooledConnection(connector.connection(origin), nanoTime);
            counts.put(origin, count + 1);
        }
        return pooled;
    }

    private static HttpFailure aborted() {
        return new HttpFailure(HttpFailure.Kind.ABORTED, "the browser was stopped", false, null);
    }

    private @Nullable PooledConnection takeIdle(HttpOrigin origin) {
        Iterator<PooledConnection> pool = idle.iterator();
        while (pool.hasNext()) {
            PooledConnection pooled = pool.next();
            if (pooled.connection().origin().equals(origin)) {
                pool.remove();
                return pooled;
            }
        }
        return null;
    }

    synchronized void giveBack(PooledConnection pooled) {
        borrowed.remove(pooled);
        idle.addFirst(pooled);
        if (idle.size() > MAX_IDLE) {
            discard(idle.removeLast());
        }
        notifyAll();
    }

    private void discard(PooledConnection pooled) {
        pooled.invalidateResponse();
        counts.merge(pooled.connection().origin(), -1, Integer::sum);
        counts.remove(pooled.connection().origin(), 0);
        pooled.connection().close();
    }

    synchronized void release() {
        for (PooledConnection pooled : idle) {
            pooled.release();
        }
    }

    /** Refuses further requests for connections, and notifies waiting threads. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /**
     * Makes running exchanges fail after a stop. It holds the lock, so that no exchange that begins after a restart is
     * aborted.
     *
     * @return whether there were any running exchanges
     */
    synchronized boolean abortBorrowed() {
        if (!stopped) {
            return false;
        }
        for (PooledConnection pooled : borrowed) {
            pooled.connection().abort();
        }
        return !borrowed.isEmpty();
    }

    /** Closes idle connections, which are opened again when needed. */
    synchronized void closeIdle() {
        while (!idle.isEmpty()) {
            discard(idle.removeLast());
        }
    }

    synchronized void restart() {
        closeIdle();
        stopped = false;
    }
}
