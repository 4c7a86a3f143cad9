// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.List;
import java.util.function.LongSupplier;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/**
 * The readings of an agent's own clock in a run, from which the clock can be judged if the controller has ended: its
 * difference to the clock of the broker's host, once per second or less often when there are many agents. A reading is
 * taken at the instant of an answer of the broker, when its error bound is least. Not thread-safe.
 */
final class OwnClock {
    private final String agent;
    private final LongSupplier clock;
    private final BrokerOffset offset;
    private boolean isStarted;
    private long originNanos;
    private long controllersHost;
    private long keptNanos;

    OwnClock(String agent, LongSupplier clock, BrokerOffset offset) {
        this.agent = agent;
        this.clock = clock;
        this.offset = offset;
    }

    void start(long origin, long clockHost) {
        originNanos = origin;
        controllersHost = clockHost;
        keptNanos = Long.MIN_VALUE;
        isStarted = true;
        offset.start();
    }

    /**
     * Returns a reading; empty before the start, too soon after the last one, and when the broker has never answered.
     * If the broker has stopped answering, the reading is for the current instant.
     *
     * @param everyNanos approximate time between two readings; the broker is queried at least as often
     */
    List<TelemetrySample> due(long everyNanos) {
        if (!isStarted || !offset.isKnown()) {
            return List.of();
        }
        long now = clock.getAsLong();
        long answered = offset.answeredNanos();
        long at = now - answered > 2 * everyNanos ? now : answered;
        // Answers do not arrive at exactly the rate of readings.
        if (at < originNanos || (keptNanos != Long.MIN_VALUE && at - keptNanos < everyNanos - everyNanos / 4)) {
            return List.of();
        }
        keptNanos = at;
        return offset.at(at)
                .map(read -> ClockTelemetry.brokerSamples(agent, at - originNanos, read, offset.isOf(controllersHost)))
                .orElse(List.of());
    }
}
