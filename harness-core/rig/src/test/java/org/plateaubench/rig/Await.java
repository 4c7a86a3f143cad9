// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what a broker and its agents come to by themselves. */
final class Await {
    /** Longest wait for anything, on a host that does much else. */
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
