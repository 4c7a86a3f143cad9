// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine;

import java.time.Instant;
import org.plateaubench.measure.clock.NanoClock;

/** A clock that shows the time that a test sets. */
public final class FixedClock implements NanoClock {
    private final Instant start;
    private volatile long nanos;

    public FixedClock(Instant start) {
        this.start = start;
    }

    public void set(long nowNanos) {
        nanos = nowNanos;
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public Instant wallTime() {
        return start.plusNanos(nanos);
    }

    @Override
    public void parkUntil(long deadlineNanos) {
        throw new UnsupportedOperationException("nothing waits in these tests");
    }
}
