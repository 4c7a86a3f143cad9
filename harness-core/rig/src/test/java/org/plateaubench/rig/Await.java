// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition with a deadline. */
final class Await {
    /** The longest wait, long enough for a busy host. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

    private Await() {}

    static void until(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("not in time").isLessThan(deadline);
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
