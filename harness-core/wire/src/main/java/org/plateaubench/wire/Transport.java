// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection between a controller and one agent. Messages arrive whole and in order, or the peer is lost.
 * {@link #send} and {@link #close} may be called by any thread, {@link #receive} by one.
 *
 * @param <S> what this end sends
 * @param <R> what this end receives
 */
@API(status = EXPERIMENTAL, since = "0.1")
public interface Transport<S extends Message, R extends Message> extends AutoCloseable {
    /**
     * Hands a message over, without waiting.
     *
     * @return false when too much is on its way already; the message was not taken
     * @throws PeerLostException when the other end is gone
     */
    boolean send(S message) throws PeerLostException;

    /**
     * The next message.
     *
     * @param timeoutNanos how long to wait at most; 0 or less not to wait
     * @return null when there was none in time
     * @throws PeerLostException when the other end is gone and everything it had sent was received
     */
    @Nullable
    R receive(long timeoutNanos) throws PeerLostException, InterruptedException;

    /** Ends the connection; the other end still receives what was sent. Does nothing the second time. */
    @Override
    void close();
}
