// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection between a controller and one agent. Messages arrive whole and in order, or the peer is lost.
 * {@link #send} and {@link #close} may be called by any thread, {@link #receive} by one.
 */
public interface Transport<S extends Message, R extends Message> extends AutoCloseable {
    /**
     * Sends a message without waiting.
     *
     * @return false when too many messages are on their way already; the message was not taken
     * @throws PeerLostException when the other end is gone
     */
    boolean send(S message) throws PeerLostException;

    /**
     * The next message.
     *
     * @param timeoutNanos longest wait; 0 or less not to wait
     * @return null when none came in time
     * @throws PeerLostException when the other end is gone and all its messages were received
     */
    @Nullable
    R receive(long timeoutNanos) throws PeerLostException, InterruptedException;

    /** The clock of the other end, once a start was announced to it; empty where both ends read one clock. */
    default Optional<PeerClock> peerClock() {
        return Optional.empty();
    }

    /**
     * How many parts of messages have arrived of the other end, which grows while a long message is on its way; 0 where messages arrive
     * whole. What arrives twice or carries nothing of a message is not counted. Any thread.
     */
    default long arrivedParts() {
        return 0;
    }

    /** Ends the connection; the other end still receives what was sent. Does nothing the second time. */
    @Override
    void close();
}
