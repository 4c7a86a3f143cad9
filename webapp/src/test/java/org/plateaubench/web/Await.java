// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for a condition with a deadline. */
public final class Await {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** The condition may be a request, of which an account has not too many in a second. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private Await() {}

    /**
     * Whether what is waited for is so.
     *
     * @param <E> exceptions of the question
     */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /** Returns when the condition holds; fails with the text when the deadline passes first. */
    public static <E extends Exception> void until(Supplier<String> otherwise, Condition<E> condition) throws E {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("after " + PATIENCE.toSeconds() + " s: " + otherwise.get());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
