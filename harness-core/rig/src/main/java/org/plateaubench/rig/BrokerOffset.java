// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.PeerClock;

/**
 * How far the clock of this agent has gone ahead of that of the broker's host in a run. When another host answers, or the
 * same one after a new start, nothing is known any more until the next run. Any thread.
 */
final class BrokerOffset {
    private ClockOffset offset = new ClockOffset();
    private long host;
    private long answeredNanos;
    private @Nullable Long atStartNanos;
    private boolean isOtherHost;

    /** A run has begun: departures are counted from the next reading on. */
    synchronized void start() {
        atStartNanos = null;
        isOtherHost = false;
    }

    /** Accepts an answer; anything else changes nothing. */
    synchronized void arrived(Frame frame, long nowNanos) {
        if (frame.kind() != Frame.Kind.CLOCK || frame.content().length != BrokerClock.ANSWER_BYTES) {
            return;
        }
        ByteBuffer answer = ByteBuffer.wrap(frame.content());
        long clockNanos = answer.getLong();
        long from = answer.getLong();
        if (offset.isKnown() && from != host) {
            offset = new ClockOffset();
            isOtherHost = atStartNanos != null;
        }
        host = from;
        answeredNanos = nowNanos;
        offset.add(frame.number(), clockNanos, nowNanos);
    }

    /** Whether the broker has answered. */
    synchronized boolean isKnown() {
        return offset.isKnown();
    }

    /** The instant of the agent's clock at which the last answer arrived. */
    synchronized long answeredNanos() {
        return answeredNanos;
    }

    /** Whether the broker reads the clock of a host. */
    synchronized boolean isOf(long itsHost) {
        return host == itsHost;
    }

    /** The departure from the first reading of the run on; empty while there is none. */
    synchronized Optional<PeerClock> at(long nowNanos) {
        if (!offset.isKnown() || isOtherHost) {
            return Optional.empty();
        }
        ClockOffset.Estimate now = offset.at(nowNanos);
        if (atStartNanos == null) {
            atStartNanos = now.aheadNanos();
        }
        return Optional.of(new PeerClock(atStartNanos - now.aheadNanos(), now.boundNanos()));
    }
}
