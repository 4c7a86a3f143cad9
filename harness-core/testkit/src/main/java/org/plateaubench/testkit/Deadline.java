// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;

/** The end of a wait for something that cannot notify. Any thread. */
final class Deadline {
    private static final long REST_NANOS = Duration.ofMillis(20).toNanos();

    private final NanoClock clock = SystemClock.instance();
    private final long endNanos;

    private Deadline(Duration wait) {
        endNanos = clock.nanoTime() + wait.toNanos();
    }

    static Deadline in(Duration wait) {
        return new Deadline(wait);
    }

    boolean isAhead() {
        return clock.nanoTime() < endNanos;
    }

    /** Waits a moment before the next check. */
    void rest() throws InterruptedException {
        clock.parkUntil(clock.nanoTime() + REST_NANOS);
    }
}
