// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.Outcome;

/** Receives the outcome of an asynchronous operation. Called on the loop's thread, once; further calls are ignored. */
@FunctionalInterface
public interface Completion {
    /**
     * Ends the operation at the given instant; all replies that one socket read completed may have the same instant.
     *
     * @param endNanos from {@link EventLoop#nanoTime()}
     */
    void complete(Outcome outcome, long endNanos);

    /** Ends the operation at the instant of the call. */
    default void complete(Outcome outcome) {
        complete(outcome, NOW);
    }

    /** Means the instant of the call. */
    long NOW = Long.MIN_VALUE;
}
