// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.function.LongSupplier;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Phase;

/**
 * What the harness provides to the driver of one user. Counters and observations may be used by any thread of the
 * driver.
 */
public interface UserContext {
    /** Number of the user over all agents, from 0. */
    int user();

    /**
     * A declared counter.
     *
     * @throws IllegalArgumentException when the workload declares no such counter
     */
    Counter counter(String name);

    /**
     * Collects the acknowledged things of a kind; the data set finds a sample of them in {@link SentTotals}.
     *
     * @param kind such as {@code orders}; at most a handful for each workload
     */
    default Acknowledged acknowledged(String kind) {
        return Acknowledged.NOBODY;
    }

    /** Registers a declared gauge; read once per interval, by another thread, until the driver is closed. */
    void gauge(String name, LongSupplier level);

    /**
     * Records a duration of a declared series, which counts in the window of its start. An error counts among the
     * errors of the series and not among its times, except one of class {@link Outcome#TIMEOUT}: the awaited event
     * never came, so that percentiles rank it above everything measured, as at least as long as the wait (measurement
     * rule M12). The driver must report durations that still run when the user ends from its {@code close}; the harness
     * does not know them.
     *
     * @param startNanos from {@link #nanoTime()}
     * @param endNanos from {@link #nanoTime()}, not ahead of now; for a timeout the end of the wait
     * @throws IllegalArgumentException when the workload declares no such series, or the times are not in order
     */
    void observed(String series, long startNanos, long endNanos, Outcome outcome);

    /**
     * Runs work beside the operations, such as waiting for a push, until it returns or the user ends; it is then
     * interrupted and awaited for a bounded time.
     */
    void background(String name, BackgroundTask task);

    /** Nanoseconds on the run's clock. */
    long nanoTime();

    /**
     * The phase that an instant of {@link #nanoTime()} lies in; an operation belongs to the phase of its intended
     * start.
     */
    default Phase phaseAt(long nanos) {
        return Phase.STEADY;
    }

    /** A counter of one workload. */
    @FunctionalInterface
    interface Counter {
        /** Adds to the counter. */
        void add(long amount);
    }

    /** Work beside the operations. */
    @FunctionalInterface
    interface BackgroundTask {
        /** Runs until done or interrupted. */
        void run() throws Exception;
    }
}
