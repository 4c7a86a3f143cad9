// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import java.util.concurrent.TimeUnit;
import org.plateaubench.drive.schedule.SequenceKeys;
import org.plateaubench.drive.schedule.SequenceKeys.Purpose;

/**
 * Exponential back-off between attempts to connect: 100 ms, doubled up to 5 s. Each wait is shortened by up to a half,
 * so that users whose connections broke together do not reconnect together; the draw is keyed, so that the same plan
 * gives the same waits. Not thread-safe.
 */
public final class Backoff {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final SequenceKeys keys;
    private long nextNanos = FIRST_NANOS;
    private long failures;

    public Backoff(SequenceKeys keys) {
        this.keys = keys;
    }

    /** The wait before the next attempt, nanoseconds. */
    public long nextNanos() {
        long fullNanos = nextNanos;
        nextNanos = Math.min(2 * fullNanos, MAX_NANOS);
        return (long) (fullNanos * (1 - keys.uniform(failures++, Purpose.BACKOFF, 0) / 2));
    }

    public boolean isFirst() {
        return nextNanos == FIRST_NANOS;
    }

    public void reset() {
        nextNanos = FIRST_NANOS;
    }
}
