// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection between a controller and one agent. Messages arrive complete and in order, or the peer is
 * lost. {@link #send} and {@link #close} may be called by any thread, {@link #receive} by one.
 */
public interface Transport<S extends Message, R extends Message> extends AutoCloseable {
    /**
     * Sends a message without waiting.
     *
     * @return false when too many messages are in transit; the message was not accepted
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
     * The number of message parts that have arrived, which grows while a long message is in transit; 0 if messages have
     * no parts. Duplicates and empty parts are not counted. May be called by any thread.
     */
    default long arrivedParts() {
        return 0;
    }

    /** Ends the connection; the other end still receives all sent messages. A second call has no effect. */
    @Override
    void close();
}
