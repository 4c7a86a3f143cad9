// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.PeerClock;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.Transport;

/** Transports the messages of a run in a {@link Conversation}, after both ends have agreed. */
final class RigTransport<S extends Message, R extends Message> implements Transport<S, R> {
    private static final Duration LINGER = Duration.ofSeconds(10);

    private final Conversation conversation;
    private final Reading<R> reading;
    private final Converting<S> converting;
    private final Runnable release;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    @FunctionalInterface
    interface Reading<R> {
        R message(byte[] bytes) throws RefusedMessageException;
    }

    /** Converts a message for the other end. */
    @FunctionalInterface
    interface Converting<S> {
        S message(S message) throws PeerLostException;
    }

    RigTransport(Conversation conversation, Reading<R> reading, Converting<S> converting, Runnable release) {
        this.conversation = conversation;
        this.reading = reading;
        this.converting = converting;
        this.release = release;
    }

    @Override
    public boolean send(S message) throws PeerLostException {
        try {
            return conversation.send(MessageKind.RUN.of(MessageCodec.bytes(converting.message(message))));
        } catch (RefusedMessageException e) {
            throw new PeerLostException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public @Nullable R receive(long timeoutNanos) throws PeerLostException, InterruptedException {
        byte[] message = conversation.receive(timeoutNanos);
        if (message == null) {
            return null;
        }
        try {
            if (!MessageKind.RUN.isOf(message)) {
                throw new RefusedMessageException("something else than a message of a run");
            }
            return read(MessageKind.content(message));
        } catch (RefusedMessageException e) {
            conversation.refuse(e);
            return receive(0);
        }
    }

    /** Reads a message. The exception has the message of the codec, as part of a sentence. */
    private R read(byte[] message) throws RefusedMessageException {
        try {
            return reading.message(message);
        } catch (RefusedMessageException e) {
            String why = String.valueOf(e.getMessage());
            String end = why.endsWith(".") ? why.substring(0, why.length() - 1) : why;
            throw new RefusedMessageException(
                    "what cannot be read: " + Character.toLowerCase(end.charAt(0)) + end.substring(1));
        }
    }

    @Override
    public Optional<PeerClock> peerClock() {
        return conversation.peerClock();
    }

    @Override
    public long arrivedParts() {
        return conversation.arrivedParts();
    }

    /**
     * Closes the transport. A second call has no effect, because it would cost another round trip for each of many
     * agents.
     */
    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        conversation.close(LINGER, "The run is over.");
        release.run();
    }
}
