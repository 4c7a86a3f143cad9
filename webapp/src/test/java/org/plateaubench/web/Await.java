// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Waits until a condition holds. */
public final class Await {
    private static final long TIMEOUT_NANOS = Duration.ofMinutes(5).toNanos();
    private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

    private Await() {}

    /** Waits until a condition holds. */
    public static void until(String what, Callable<Boolean> condition) throws Exception {
        until(what, condition, isMet -> isMet);
    }

    /** Reads a value until it meets a condition, and returns it. */
    public static <T> T until(String what, Callable<T> read, Predicate<T> condition) throws Exception {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        T value = read.call();
        while (!condition.test(value)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not in time: " + what + ", but " + value);
            }
            LockSupport.parkNanos(POLL_NANOS);
            value = read.call();
        }
        return value;
    }
}
