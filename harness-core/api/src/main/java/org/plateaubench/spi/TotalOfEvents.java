// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.time.Duration;
import java.util.Optional;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * Derives events of a kind from a running total of their lengths, such as servers keep for checkpoints or garbage
 * collections: the growth since the last sample is one event that ended in between. Used by one thread.
 */
public final class TotalOfEvents {
    private final String kind;
    private final Duration least;
    private double seenMs = Double.NaN;
    private long seenNanos;

    /**
     * A total that has not been read yet.
     *
     * @param kind kind of the events, such as {@code checkpoint}
     * @param least growth in one sample that counts as an event, above 0
     */
    public TotalOfEvents(String kind, Duration least) {
        this.kind = kind;
        this.least = least;
    }

    /**
     * The event that has ended since the last call, from the earliest instant at which it may have begun; none in the first call,
     * and after a restart of the server.
     *
     * @param totalMs total length of all events, milliseconds
     * @param nowNanos a monotonic clock
     */
    public Optional<Sample> at(double totalMs, long nowNanos) {
        Duration grown = Duration.ofNanos(Math.round(Math.max(0, totalMs - seenMs) * 1e6));
        Duration between = Duration.ofNanos(nowNanos - seenNanos);
        boolean isEvent = totalMs > seenMs && grown.compareTo(least) >= 0;
        seenMs = totalMs;
        seenNanos = nowNanos;
        return isEvent ? Optional.of(Sample.event(kind, grown.plus(between), Duration.ZERO)) : Optional.empty();
    }
}
