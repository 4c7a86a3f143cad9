// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.io.IOException;
import java.nio.channels.SelectableChannel;

/** One thread that waits for channels, timers and tasks. Methods are for the loop's own thread unless they say so. */
public interface EventLoop {
    /**
     * Watches a non-blocking channel.
     *
     * @param interestOps bits of {@link java.nio.channels.SelectionKey}
     */
    Registration register(SelectableChannel channel, int interestOps, ReadyHandler handler) throws IOException;

    /** Runs a task at an instant of {@link #nanoTime()}. */
    Timer schedule(long atNanos, Runnable task);

    /** Runs a task on the loop soon and wakes it up. Any thread. */
    void execute(Runnable task);

    /** Whether the calling thread is the loop's. Any thread. */
    boolean inLoop();

    /** Nanoseconds on the run's clock, read at each call. Any thread. */
    long nanoTime();

    /** A channel being watched. */
    interface Registration extends AutoCloseable {
        /** Changes the awaited readiness. */
        void interestOps(int interestOps);

        /** Ends the watch; the channel stays open. */
        @Override
        void close();
    }

    /** A timer that may not have run yet. */
    @FunctionalInterface
    interface Timer {
        /** Prevents it from running. */
        void cancel();
    }

    /** Called when a channel is ready. An exception closes the registration and is reported as a fault of the plugin. */
    @FunctionalInterface
    interface ReadyHandler {
        /**
         * Handles readiness.
         *
         * @param readyOps bits of {@link java.nio.channels.SelectionKey}
         */
        void ready(int readyOps) throws IOException;
    }
}
