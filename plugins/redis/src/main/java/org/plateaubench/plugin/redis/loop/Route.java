// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.EventLoop;

/** The way to one node: its connection, and when that is tried again. Confined to its loop. */
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

    /** Neither open nor closed. */
    boolean isOpening() {
        return !connection.isOpen() && !connection.isClosed();
    }

    /** Begins to open it, unless that has begun. */
    void open() {
        cancelRetry();
        if (connection.isClosed()) {
            connection.open();
        }
    }

    /** Tries again after a while, which grows until the way is open. */
    void openLater() {
        cancelRetry();
        retry = loop.schedule(loop.nanoTime() + retryNanos, this::open);
        retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
    }

    /** It is open. */
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

    /** Sends a command; what is closed is opened for it, or will be at the time that is set. */
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
