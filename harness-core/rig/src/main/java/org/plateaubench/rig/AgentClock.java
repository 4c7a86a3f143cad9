// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.PeerClock;
import org.plateaubench.wire.TelemetrySample;

/**
 * Compares an agent's clock with the clock of the broker's host, which is possible even without the controller.
 * A reading of a run is taken at the instant of an answer of the broker, when its error bound is smallest. Thread-safe.
 */
final class AgentClock {
    private final String agent;
    private final LongSupplier clock;
    private final ClockOffset offset = new ClockOffset();
    private long host;
    private long answeredNanos;
    private @Nullable Long atStartNanos;
    /** Start of the run; {@link Long#MAX_VALUE} without a run. */
    private long originNanos = Long.MAX_VALUE;

    private long controllersHost;
    private long lastReadingNanos;

    AgentClock(String agent, LongSupplier clock) {
        this.agent = agent;
        this.clock = clock;
    }

    /** Starts a run at its origin, or no run with {@link Long#MAX_VALUE}; drift counts from the next reading. */
    synchronized void start(long origin, long clockHost) {
        originNanos = origin;
        controllersHost = clockHost;
        lastReadingNanos = Long.MIN_VALUE;
        atStartNanos = null;
    }

    synchronized ClockOffset.@Nullable Estimate estimate() {
        return offset.isKnown() ? offset.at(clock.getAsLong()) : null;
    }

    synchronized void handle(Frame frame) {
        if (frame.kind() != Frame.Kind.CLOCK || frame.content().length != BrokerServer.HostClock.ANSWER_BYTES) {
            return;
        }
        ByteBuffer answer = ByteBuffer.wrap(frame.content());
        long clockNanos = answer.getLong();
        host = answer.getLong();
        answeredNanos = clock.getAsLong();
        offset.add(frame.number(), clockNanos, answeredNanos);
    }

    /**
     * Takes a reading; empty before the start, too soon after the last one, or if the broker has never answered.
     * If the broker has stopped answering, the reading is for the current instant.
     *
     * @param everyNanos approximate time between two readings; the broker is queried at least as often
     */
    synchronized List<TelemetrySample> takeReading(long everyNanos) {
        long now = clock.getAsLong();
        long readingNanos = now - answeredNanos > 2 * everyNanos ? now : answeredNanos;
        // Answers do not arrive at exactly the rate of readings.
        boolean isEarly = lastReadingNanos != Long.MIN_VALUE && readingNanos - lastReadingNanos < 3 * everyNanos / 4;
        if (!offset.isKnown() || readingNanos < originNanos || isEarly) {
            return List.of();
        }
        lastReadingNanos = readingNanos;
        ClockOffset.Estimate estimate = offset.at(readingNanos);
        if (atStartNanos == null) {
            atStartNanos = estimate.aheadNanos();
        }
        PeerClock read = new PeerClock(atStartNanos - estimate.aheadNanos(), estimate.boundNanos());
        return ClockTelemetry.brokerSamples(agent, readingNanos - originNanos, read, host == controllersHost);
    }
}
