// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.clock;

import java.time.Instant;

/** The clock with which a run is measured, and the only means to wait for an instant of it. Thread-safe. */
public interface NanoClock {
    /** Monotonic nanoseconds since the clock's own origin; negative before it. */
    long nanoTime();

    /** Wall-clock time, only for display and file names, never for a duration. */
    Instant wallTime();

    /**
     * Waits until {@link #nanoTime()} has reached the deadline; returns immediately if it already has. {@link
     * Long#MAX_VALUE} is never reached: a thread that waits for it waits for its interruption.
     */
    void parkUntil(long deadlineNanos) throws InterruptedException;

    /**
     * Prepares the task of a thread that will wait on this clock, before that thread starts. A simulated clock stands
     * still while such a thread has work to do; the clock of a machine returns the task unchanged.
     */
    default Runnable participating(Runnable task) {
        return task;
    }

    /** Whether only waits on this clock take time, and waits for anything else take none. */
    default boolean isSimulated() {
        return false;
    }

    /** This clock with its origin moved, so that the given instant becomes 0. */
    default NanoClock startingAt(long originNanos) {
        NanoClock base = this;
        return new NanoClock() {
            @Override
            public long nanoTime() {
                return base.nanoTime() - originNanos;
            }

            @Override
            public Instant wallTime() {
                return base.wallTime();
            }

            @Override
            public void parkUntil(long deadlineNanos) throws InterruptedException {
                base.parkUntil(deadlineNanos == Long.MAX_VALUE ? deadlineNanos : deadlineNanos + originNanos);
            }

            @Override
            public Runnable participating(Runnable task) {
                return base.participating(task);
            }

            @Override
            public boolean isSimulated() {
                return base.isSimulated();
            }
        };
    }
}
