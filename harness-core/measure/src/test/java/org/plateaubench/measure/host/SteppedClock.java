// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.measure.clock.NanoClock;

/** A clock that a test sets. A waiting thread wakes up only when the test wakes it. */
final class SteppedClock implements NanoClock {
    private final AtomicLong nanos = new AtomicLong();
    private final Semaphore waiting = new Semaphore(0);
    private final Semaphore wakeUps = new Semaphore(0);

    /** Sets the time. */
    void set(long nowNanos) {
        nanos.set(nowNanos);
    }

    /** Blocks until a thread has started to wait. Each call consumes one such start. */
    void awaitWaiting() throws InterruptedException {
        waiting.acquire();
    }

    /** Wakes the waiting thread. */
    void wakeUp() {
        wakeUps.release();
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public Instant wallTime() {
        return Instant.EPOCH;
    }

    @Override
    public void parkUntil(long deadlineNanos) throws InterruptedException {
        waiting.release();
        wakeUps.acquire();
    }
}
