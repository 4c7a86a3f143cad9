// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.util.concurrent.TimeUnit;

/**
 * One collection of the whole heap shortly before the steady state. Objects that the users of a large run keep for its
 * whole length are young until then: a copying collector would copy them repeatedly inside the window, tens of
 * milliseconds at a time. Afterwards a collection finds few live objects. One thread.
 */
final class SettledHeap {
    /**
     * Time left to catch up with operations that fell due during the collection; it takes some tenths of a second at
     * most.
     */
    static final long CATCH_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Shortest ramp-up with time for the collection; a run with a shorter one is of class dev anyway. */
    static final long LEAST_RAMP_UP_NANOS = TimeUnit.SECONDS.toNanos(6);

    private final long dueNanos;
    private final long tooLateNanos;
    private boolean done;

    /**
     * A heap that is not settled yet.
     *
     * @param rampUpNanos length of ramp-up, at whose end the steady state begins
     */
    SettledHeap(long rampUpNanos) {
        dueNanos = rampUpNanos - CATCH_UP_NANOS;
        tooLateNanos = rampUpNanos - CATCH_UP_NANOS / 2;
        done = rampUpNanos < LEAST_RAMP_UP_NANOS;
    }

    /** Collects once, when it is time; never when too little time is left to catch up. */
    void settleWhenDue(long runClockNanos) {
        if (!done && runClockNanos >= dueNanos) {
            done = true;
            if (runClockNanos < tooLateNanos) {
                System.gc();
            }
        }
    }
}
