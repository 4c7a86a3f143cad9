// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.EventLoop;

/** The route to one node: its connection, and the time of the next attempt. Confined to its loop. */
final class Route {
    private static final long FIRST_RETRY_NANOS = 50_000_000;
    private static final long LAST_RETRY_NANOS = 1_000_000_000;

    private final EventLoop loop;
    private final LoopConnection connection;
    private long retryNanos = FIRST_RETRY_NANOS;
    private EventLoop.@Nullable Timer retry;

    Route(EventLoop loop, LoopConnection connection) {
        this.loop = loop;
        this.connection = connection;
    }

    LoopConnection connection() {
        return connection;
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    boolean isOpening() {
        return !connection.isOpen() && !connection.isClosed();
    }

    /** Begins to open it, unless already begun. */
    void open() {
        cancelRetry();
        if (connection.isClosed()) {
            connection.open();
        }
    }

    /** Retries after a delay, which grows until the route is open. */
    void openLater() {
        cancelRetry();
        retry = loop.schedule(loop.nanoTime() + retryNanos, this::open);
        retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
    }

    void opened() {
        retryNanos = FIRST_RETRY_NANOS;
    }

    private void cancelRetry() {
        EventLoop.Timer armed = retry;
        retry = null;
        if (armed != null) {
            armed.cancel();
        }
    }

    /** Sends a command; a closed route is opened for it, at once or at the scheduled time. */
    void send(Pending pending) {
        connection.send(pending);
        if (retry == null && connection.isClosed()) {
            connection.open();
        }
    }

    void flush() {
        connection.flush();
    }

    void close() {
        cancelRetry();
        connection.close();
    }
}
