// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.concurrent.TimeUnit;

/** Exponential back-off between attempts to connect: 100 ms, doubled up to 5 s. Not thread-safe. */
final class Backoff {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private long nextNanos = FIRST_NANOS;

    /** How long to wait before the next attempt. */
    long nextNanos() {
        long now = nextNanos;
        nextNanos = Math.min(2 * now, LONGEST_NANOS);
        return now;
    }

    /** The last attempt was the first of a row of failures. */
    boolean isFirst() {
        return nextNanos == FIRST_NANOS;
    }

    /** An attempt has succeeded. */
    void reset() {
        nextNanos = FIRST_NANOS;
    }
}
