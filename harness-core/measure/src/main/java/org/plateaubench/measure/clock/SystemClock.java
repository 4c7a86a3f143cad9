// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.clock;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * The clock of this machine. Its origin is the instant at which the class was loaded. Waiting reduces the timer slack
 * of a platform thread ({@link TimerSlack}); the precision of virtual threads depends on the JVM.
 */
public final class SystemClock implements NanoClock {
    private static final SystemClock INSTANCE = new SystemClock(System.nanoTime());

    private final long originNanos;

    private SystemClock(long originNanos) {
        this.originNanos = originNanos;
    }

    public static NanoClock instance() {
        return INSTANCE;
    }

    /**
     * The instant of the origin, with which another process on this machine can read the same time, see {@link
     * #since(long)}.
     */
    public static long origin() {
        return INSTANCE.originNanos;
    }

    /** A clock with the origin of another process on this machine. */
    public static NanoClock since(long origin) {
        return new SystemClock(origin);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime() - originNanos;
    }

    @Override
    public Instant wallTime() {
        return Instant.now();
    }

    @Override
    public void parkUntil(long deadlineNanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        TimerSlack.reduceForThisThread();
        for (long left = deadlineNanos - nanoTime(); left > 0; left = deadlineNanos - nanoTime()) {
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
