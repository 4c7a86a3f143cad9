// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.List;
import java.util.function.LongSupplier;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/**
 * What an agent keeps of its own clock in a run, so that it can be judged when the controller has ended: how far it goes
 * ahead of that of the broker's host, once in a second or less often where there are many agents. A reading is as of the instant of an
 * answer of the broker, when its bound is least, since several readings and the time after the last one add up. Not thread-safe.
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

    /** The run starts at an instant of this agent's clock, by a controller on a host. */
    void start(long origin, long clockHost) {
        originNanos = origin;
        controllersHost = clockHost;
        keptNanos = Long.MIN_VALUE;
        isStarted = true;
        offset.start();
    }

    /**
     * A reading; empty before the start, too soon after the last one, and when the broker has not answered. Where it
     * answers no more, the reading is as of now.
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
        // Answers do not come exactly as often as readings are kept.
        if (at < originNanos || (keptNanos != Long.MIN_VALUE && at - keptNanos < everyNanos - everyNanos / 4)) {
            return List.of();
        }
        keptNanos = at;
        return offset.at(at)
                .map(read -> ClockTelemetry.brokerSamples(agent, at - originNanos, read, offset.isOf(controllersHost)))
                .orElse(List.of());
    }
}
