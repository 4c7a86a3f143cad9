// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;

/** Waits for something that cannot notify. */
final class Deadline {
    private static final long REST_NANOS = Duration.ofMillis(20).toNanos();

    private Deadline() {}

    /** Waits until the condition holds or the time is over; returns whether it holds. */
    static boolean await(Duration wait, Callable<Boolean> condition) throws Exception {
        NanoClock clock = SystemClock.instance();
        long endNanos = clock.nanoTime() + wait.toNanos();
        while (!condition.call()) {
            if (clock.nanoTime() >= endNanos) {
                return false;
            }
            clock.parkUntil(clock.nanoTime() + REST_NANOS);
        }
        return true;
    }
}
