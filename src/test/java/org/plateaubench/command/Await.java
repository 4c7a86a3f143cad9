// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition with a deadline. */
public final class Await {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Await() {}

    /** Returns when the condition holds; fails with the message when the deadline passes first. */
    public static void until(Duration deadline, Supplier<String> message, BooleanSupplier condition) {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("after " + deadline.toSeconds() + " s: " + message.get());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
