// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.List;
import java.util.function.LongSupplier;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/**
 * What an agent keeps of its own clock in a run, so that it can be judged when the controller has ended: how far it goes
 * ahead of that of the broker's host, once in a second or less often where there are many agents. Not thread-safe.
 */
final class OwnClock {
    private final String agent;
    private final LongSupplier clock;
    private final BrokerOffset offset;
    private boolean isStarted;
    private long originNanos;
    private long controllersHost;
    private long nextNanos;

    OwnClock(String agent, LongSupplier clock, BrokerOffset offset) {
        this.agent = agent;
        this.clock = clock;
        this.offset = offset;
    }

    /** The run starts at an instant of this agent's clock, by a controller on a host. */
    void start(long origin, long clockHost) {
        originNanos = origin;
        controllersHost = clockHost;
        nextNanos = origin;
        isStarted = true;
        offset.start();
    }

    /**
     * A reading; empty before the start, too soon after the last one, and when the broker has not answered.
     *
     * @param everyNanos time between two readings
     */
    List<TelemetrySample> due(long everyNanos) {
        long now = clock.getAsLong();
        if (!isStarted || now < nextNanos) {
            return List.of();
        }
        nextNanos = now + everyNanos;
        return offset.at(now)
                .map(read -> ClockTelemetry.brokerSamples(agent, now - originNanos, read, offset.isOf(controllersHost)))
                .orElse(List.of());
    }
}
