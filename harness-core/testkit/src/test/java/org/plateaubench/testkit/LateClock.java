// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Instant;
import org.plateaubench.measure.clock.NanoClock;

/** A clock on which every wait lasts too long by the same time. */
record LateClock(NanoClock exact, long lateNanos) implements NanoClock {
    @Override
    public long nanoTime() {
        return exact.nanoTime();
    }

    @Override
    public Instant wallTime() {
        return exact.wallTime();
    }

    @Override
    public void parkUntil(long deadlineNanos) throws InterruptedException {
        if (deadlineNanos > exact.nanoTime()) {
            exact.parkUntil(deadlineNanos == Long.MAX_VALUE ? deadlineNanos : deadlineNanos + lateNanos);
        }
    }

    @Override
    public Runnable participating(Runnable task) {
        return exact.participating(task);
    }

    @Override
    public boolean isSimulated() {
        return exact.isSimulated();
    }
}
