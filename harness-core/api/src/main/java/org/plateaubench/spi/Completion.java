// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.Outcome;

/**
 * Receives the outcome of an asynchronous operation. Must be called once, on the loop's thread; further calls are
 * ignored.
 */
@FunctionalInterface
public interface Completion {
    /**
     * Ends the operation at the given instant. All replies that one read of a socket has completed may have the same
     * instant.
     *
     * @param endNanos an instant of {@link EventLoop#nanoTime()}, nanoseconds
     */
    void complete(Outcome outcome, long endNanos);

    /** Ends the operation at the current instant. */
    default void complete(Outcome outcome) {
        complete(outcome, NOW);
    }

    /** The value of {@code endNanos} that means the current instant. */
    long NOW = Long.MIN_VALUE;
}
