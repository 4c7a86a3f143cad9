// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Phase;

/**
 * The services of the harness for the driver of one user. Counters, collectors of acknowledged items and {@link
 * #observed} may be used by any thread of the driver.
 */
public interface UserContext {
    /** Number of the user over all agents, from 0. */
    int user();

    /**
     * Returns a declared counter.
     *
     * @throws IllegalArgumentException if the workload does not declare a counter with this name
     */
    Counter counter(String name);

    /**
     * Returns the collector of the acknowledged items of one kind. The data set receives a sample of them in {@link
     * SentTotals}.
     *
     * @param kind name of the kind, such as {@code orders}; a workload may have only a few
     */
    default Acknowledged acknowledged(String kind) {
        return Acknowledged.IGNORED;
    }

    /** Registers a declared gauge. Another thread reads its level once per interval until the driver is closed. */
    void gauge(String name, LongSupplier level);

    /**
     * Records a duration of a declared series; it counts in the window of its start. An error counts among the errors
     * of the series and not among its times, unless its class is {@link Outcome#TIMEOUT}: percentiles rank a timeout
     * above every measured time, as at least as long as the wait (measurement rule M12). The driver must report
     * durations that have not ended in {@code close}.
     *
     * @param startNanos start, an instant of {@link #nanoTime()}
     * @param endNanos end, an instant of {@link #nanoTime()} that is not in the future; for a timeout, the end of the
     *     wait
     * @throws IllegalArgumentException if the workload does not declare a series with this name, or the end is before
     *     the start
     */
    void observed(String series, long startNanos, long endNanos, Outcome outcome);

    /**
     * Runs a task in parallel with the operations, such as waiting for a push. When the user ends, the task is
     * interrupted and awaited for a bounded time.
     */
    void background(String name, BackgroundTask task);

    /** Receives the requests and answers of a single user outside of a run, as lines of text; empty in a run. */
    default Optional<Consumer<String>> trace() {
        return Optional.empty();
    }

    /** The current time in nanoseconds on the run's clock. */
    long nanoTime();

    /**
     * The phase that contains an instant of {@link #nanoTime()}. An operation belongs to the phase of its intended
     * start.
     */
    default Phase phaseAt(long nanos) {
        return Phase.STEADY;
    }

    /** A counter of one workload. Thread-safe. */
    @FunctionalInterface
    interface Counter {
        /** Adds an amount, not negative, to the counter. */
        void add(long amount);
    }

    /** A task that runs in parallel with the operations. */
    @FunctionalInterface
    interface BackgroundTask {
        /** Runs the task until it is done or interrupted. */
        void run() throws Exception;
    }
}
