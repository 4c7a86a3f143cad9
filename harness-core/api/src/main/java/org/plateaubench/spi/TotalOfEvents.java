// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.time.Duration;
import java.util.Optional;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * Derives events of one kind from a running total of their lengths, such as a server's total time of checkpoints. The
 * growth since the previous sample is one event that ended in between. Not thread-safe.
 */
public final class TotalOfEvents {
    private final String kind;
    private final Duration minGrowth;
    private double seenMs = Double.NaN;
    private long seenNanos;

    /** Creates a total of events of a kind: growths between two samples of at least {@code minGrowth}, above 0. */
    public TotalOfEvents(String kind, Duration minGrowth) {
        this.kind = kind;
        this.minGrowth = minGrowth;
    }

    /**
     * Returns the event that has ended since the previous call, with the longest length that it may have had. Returns
     * nothing in the first call and after a restart of the server.
     *
     * @param totalMs total length of all events so far, milliseconds
     * @param nowNanos current time in nanoseconds by a monotonic clock
     */
    public Optional<Sample> at(double totalMs, long nowNanos) {
        Duration grown = Duration.ofNanos(Math.round(Math.max(0, totalMs - seenMs) * 1e6));
        Duration between = Duration.ofNanos(nowNanos - seenNanos);
        boolean isEvent = totalMs > seenMs && grown.compareTo(minGrowth) >= 0;
        seenMs = totalMs;
        seenNanos = nowNanos;
        return isEvent ? Optional.of(Sample.event(kind, grown.plus(between), Duration.ZERO)) : Optional.empty();
    }
}
