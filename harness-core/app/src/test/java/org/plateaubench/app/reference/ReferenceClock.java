// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import java.time.Instant;
import org.plateaubench.measure.clock.NanoClock;

/** A clock based on another one; a test overrides one of its methods. */
class ReferenceClock implements NanoClock {
    final NanoClock exact;

    ReferenceClock(NanoClock exact) {
        this.exact = exact;
    }

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
        exact.parkUntil(deadlineNanos);
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
