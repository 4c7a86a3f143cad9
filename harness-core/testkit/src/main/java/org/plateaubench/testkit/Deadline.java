// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;

/** Polls conditions until they hold, with a timeout. */
public final class Deadline {
    private static final long POLL_NANOS = Duration.ofMillis(5).toNanos();
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    private Deadline() {}

    /** Waits until the condition holds or the time is over; returns whether it holds. */
    static boolean await(Duration wait, Callable<Boolean> condition) throws Exception {
        NanoClock clock = SystemClock.instance();
        long endNanos = clock.nanoTime() + wait.toNanos();
        while (!condition.call()) {
            if (clock.nanoTime() >= endNanos) {
                return false;
            }
            clock.parkUntil(clock.nanoTime() + POLL_NANOS);
        }
        return true;
    }

    /**
     * Waits for 30 s at most until the condition holds.
     *
     * @param what a clause that names the condition
     * @throws AssertionError if the condition does not hold in time, or throws
     */
    public static void until(String what, Callable<Boolean> condition) {
        try {
            if (await(DEFAULT_TIMEOUT, condition)) {
                return;
            }
        } catch (Exception e) {
            throw new AssertionError("waiting until " + what + " failed", e);
        }
        throw new AssertionError("not within 30 s: " + what);
    }
}
