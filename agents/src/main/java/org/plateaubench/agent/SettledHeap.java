// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.util.concurrent.TimeUnit;

/**
 * Collects the whole heap once, shortly before the steady state. Until then, objects that the users of a large run keep
 * for its whole length are young, and a copying collector would copy them repeatedly during the steady state, with
 * pauses of tens of milliseconds. After this collection, few live objects are young. Not thread-safe.
 */
final class SettledHeap {
    /**
     * Time that must remain to catch up with operations that became due during the collection, which takes at most some
     * tenths of a second.
     */
    static final long CATCH_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Shortest ramp-up with enough time for the collection; runs with a shorter one are of class dev anyway. */
    static final long LEAST_RAMP_UP_NANOS = TimeUnit.SECONDS.toNanos(6);

    private final long dueNanos;
    private final long tooLateNanos;
    private boolean done;

    /**
     * Creates an instance for a run.
     *
     * @param rampUpNanos length of ramp-up, at whose end the steady state begins
     */
    SettledHeap(long rampUpNanos) {
        dueNanos = rampUpNanos - CATCH_UP_NANOS;
        tooLateNanos = rampUpNanos - CATCH_UP_NANOS / 2;
        done = rampUpNanos < LEAST_RAMP_UP_NANOS;
    }

    /** Collects once when it is due, unless too little time remains to catch up. */
    void settleWhenDue(long runClockNanos) {
        if (!done && runClockNanos >= dueNanos) {
            done = true;
            if (runClockNanos < tooLateNanos) {
                System.gc();
            }
        }
    }
}
