// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.PeerClock;

/**
 * The drift of this agent's clock relative to the clock of the broker's host during a run. After an answer from another
 * host, or from the same one after a restart, the drift is unknown until the next run. Thread-safe.
 */
final class BrokerOffset {
    private ClockOffset offset = new ClockOffset();
    private long host;
    private long answeredNanos;
    private @Nullable Long atStartNanos;
    private boolean isOtherHost;

    /** Starts a run: the drift is measured from the next reading on. */
    synchronized void start() {
        atStartNanos = null;
        isOtherHost = false;
    }

    /** Accepts an answer and ignores other frames. */
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

    synchronized boolean isKnown() {
        return offset.isKnown();
    }

    synchronized long answeredNanos() {
        return answeredNanos;
    }

    synchronized boolean isOf(long itsHost) {
        return host == itsHost;
    }

    /** The drift since the first reading of the run; empty before that reading. */
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
