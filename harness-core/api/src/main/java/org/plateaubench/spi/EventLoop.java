// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.io.IOException;
import java.nio.channels.SelectableChannel;

/**
 * One thread that waits for channels, timers and tasks. Methods must be called on the loop's thread unless they permit
 * any thread.
 */
public interface EventLoop {
    /**
     * Watches a non-blocking channel.
     *
     * @param interestOps bits of {@link java.nio.channels.SelectionKey}
     */
    Registration register(SelectableChannel channel, int interestOps, ReadyHandler handler) throws IOException;

    /** Runs a task on the loop at or after an instant of {@link #nanoTime()}. */
    Timer schedule(long atNanos, Runnable task);

    /** Wakes the loop up and runs a task on it. May be called by any thread. */
    void execute(Runnable task);

    /** The current time in nanoseconds on the run's clock. May be called by any thread. */
    long nanoTime();

    /** A watched channel. */
    interface Registration extends AutoCloseable {
        /** Changes the operations for which the channel is watched. */
        void interestOps(int interestOps);

        /** Stops watching. The channel stays open. */
        @Override
        void close();
    }

    /** A scheduled task. */
    @FunctionalInterface
    interface Timer {
        /** Prevents the task from running, if it has not run yet. */
        void cancel();
    }

    /** Called when a channel is ready. An exception ends the registration and is reported as a fault of the plugin. */
    @FunctionalInterface
    interface ReadyHandler {
        /** Handles readiness, given as bits of {@link java.nio.channels.SelectionKey}. */
        void ready(int readyOps) throws IOException;
    }
}
