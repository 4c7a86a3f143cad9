// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.server;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what another thread or process brings about. */
public final class Await {
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private Await() {}

    /** Returns once it is so, and fails after 20 s. */
    public static void until(String what, Callable<Boolean> condition) {
        long start = System.nanoTime();
        try {
            while (!condition.call()) {
                if (System.nanoTime() - start > DEADLINE_NANOS) {
                    throw new AssertionError("waited in vain until " + what);
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        } catch (Exception e) {
            throw new AssertionError("waiting until " + what + " failed", e);
        }
    }

    /** Asks a process to end, and kills it where it has not after 20 s. */
    static void end(Process process, Runnable kill) {
        process.destroy();
        try {
            if (!process.waitFor(DEADLINE_NANOS, TimeUnit.NANOSECONDS)) {
                kill.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill.run();
        }
    }
}
