// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.Outcome;

/** Takes the outcome of an asynchronous operation. Called on the loop's thread, once; further calls are ignored. */
@FunctionalInterface
public interface Completion {
    /**
     * Ends the operation at the given instant; one instant per socket read serves every reply that was complete in it.
     *
     * @param endNanos from {@link EventLoop#nanoTime()}
     */
    void complete(Outcome outcome, long endNanos);

    /** Ends the operation at the instant of the call. */
    default void complete(Outcome outcome) {
        complete(outcome, NOW);
    }

    /** Stands for the instant of the call. */
    long NOW = Long.MIN_VALUE;
}
