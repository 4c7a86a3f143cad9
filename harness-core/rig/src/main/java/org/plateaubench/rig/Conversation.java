// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.PeerClock;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.SignsOfLife;

/**
 * One end of a conversation over a connection that may lose, repeat and reorder frames. Messages arrive whole, once and
 * in order, or the conversation ends with a message. The sender keeps every part until the other end has acknowledged
 * it, and sends all of them again after a timeout or an interruption of the connection. A frame that violates the
 * protocol ends the conversation with a message that names the sender. Thread-safe.
 */
final class Conversation {
    /** Greatest number of unacknowledged parts. */
    static final int WINDOW = 32;

    /** Time after which parts are sent again, longer than the time between two signs of life. */
    private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

    private final String peer;
    private final long lease;
    private final int capacity;
    private long patienceNanos;
    private final Consumer<Frame> connection;
    private int agents;
    private long signNanos = SignsOfLife.every(0).toNanos();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    private final Deque<Frame> unacknowledged = new ArrayDeque<>();
    private int sent;
    private long nextNumber;
    private long progressNanos;
    private long saidNanos;

    private final ClockOffset offset = new ClockOffset();
    private OptionalLong aheadAtStart = OptionalLong.empty();
    private long clockReadNanos;
    private final Deque<byte[]> arrived = new ArrayDeque<>();
    private ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
    private long expected;
    private long heardNanos;
    private long tickedNanos;
    private @Nullable String end;

    Conversation(String peer, long lease, int capacity, Duration patience, long nowNanos, Consumer<Frame> connection) {
        this.peer = peer;
        this.lease = lease;
        this.capacity = capacity;
        this.patienceNanos = patience.toNanos();
        this.connection = connection;
        progressNanos = nowNanos;
        saidNanos = nowNanos;
        heardNanos = nowNanos;
        tickedNanos = nowNanos;
    }

    /** Sets the number of agents of the run, which determines how often there are signs of life. */
    void setAgents(int number) {
        lock.lock();
        try {
            agents = number;
            signNanos = SignsOfLife.every(number).toNanos();
        } finally {
            lock.unlock();
        }
    }

    /** The number of agents of the run; 0 while it is not known. */
    int agents() {
        lock.lock();
        try {
            return agents;
        } finally {
            lock.unlock();
        }
    }

    /** The time between two signs of life. */
    long signNanos() {
        lock.lock();
        try {
            return signNanos;
        } finally {
            lock.unlock();
        }
    }

    /** Starts sending a message. Returns false when too many are unacknowledged. */
    boolean send(byte[] message) throws PeerLostException {
        lock.lock();
        try {
            if (end != null) {
                throw new PeerLostException(end);
            }
            if (unacknowledged.size() >= capacity) {
                return false;
            }
            if (unacknowledged.isEmpty()) {
                // What was sent long ago and acknowledged is not a reason to send this twice.
                progressNanos = Math.max(progressNanos, tickedNanos);
            }
            int from = 0;
            do {
                int to = Math.min(message.length, from + Frame.MOST_CONTENT);
                Frame.Kind kind = to == message.length ? Frame.Kind.LAST : Frame.Kind.PART;
                unacknowledged.addLast(new Frame(kind, lease, nextNumber++, Arrays.copyOfRange(message, from, to)));
                from = to;
            } while (from < message.length);
            sendWindow();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Like {@link #send}, when there are few enough; false when that takes longer than the limit. */
    boolean sendWithin(long limitNanos, byte[] message) throws PeerLostException, InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = limitNanos;
            while (!send(message)) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void sendWindow() {
        if (sent >= WINDOW || sent >= unacknowledged.size()) {
            return;
        }
        List<Frame> all = new ArrayList<>(unacknowledged);
        while (sent < Math.min(WINDOW, all.size())) {
            transmit(all.get(sent++));
        }
    }

    /** Whether few enough parts are on their way that more would not only wait. */
    boolean hasRoom() {
        lock.lock();
        try {
            return unacknowledged.size() < WINDOW;
        } finally {
            lock.unlock();
        }
    }

    /** Disables the silence limit from now on: the conversation stays open however long the other end is silent. */
    void disableSilenceLimit() {
        lock.lock();
        try {
            patienceNanos = Long.MAX_VALUE;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether the silence limit is disabled, so that only a message of the other end or this end can end the
     * conversation.
     */
    boolean hasNoSilenceLimit() {
        lock.lock();
        try {
            return end == null && patienceNanos == Long.MAX_VALUE;
        } finally {
            lock.unlock();
        }
    }

    /** Whether no message has arrived from the other end for the given time before the last tick. */
    boolean isSilent(Duration since) {
        lock.lock();
        try {
            return end == null && tickedNanos - heardNanos > since.toNanos();
        } finally {
            lock.unlock();
        }
    }

    /** Sends everything that was not acknowledged again, after an interruption of the connection. */
    void again(long nowNanos) {
        lock.lock();
        try {
            sent = 0;
            progressNanos = nowNanos;
            sendWindow();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Performs what is due: a sign of life, repeated parts, or the end after too long a silence. Must be called at
     * least about once per second.
     */
    void tick(long nowNanos) {
        lock.lock();
        try {
            if (end != null) {
                return;
            }
            tickedNanos = nowNanos;
            if (nowNanos - heardNanos > patienceNanos) {
                end(capital(peer) + " has not sent a message for "
                        + Duration.ofNanos(patienceNanos).toSeconds() + " s.");
                return;
            }
            if (sent > 0 && nowNanos - progressNanos > signNanos + AGAIN_NANOS) {
                again(nowNanos);
            }
            if (nowNanos - saidNanos > signNanos) {
                transmit(Frame.taken(lease, expected));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends a frame. Every frame counts as a sign of life, at the instant of the last tick, which is precise enough.
     */
    private void transmit(Frame frame) {
        saidNanos = tickedNanos;
        connection.accept(frame);
    }

    /** Accepts a frame of the other end. */
    void arrived(Frame frame, long nowNanos) {
        lock.lock();
        try {
            if (end != null) {
                return;
            }
            heardNanos = nowNanos;
            switch (frame.kind()) {
                case PART, LAST -> take(frame);
                case TAKEN -> acknowledged(frame.number(), nowNanos);
                case CLOCK -> clock(frame, nowNanos);
                case END -> end(ShownText.of(frame.sentence()));
                case COLLECT, JOURNAL, SEALED -> throw new RefusedMessageException("what belongs to no run");
            }
        } catch (RefusedMessageException e) {
            refuse(e);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the conversation because the other end has sent a frame that it must not send. */
    void refuse(RefusedMessageException why) {
        String sentence = capital(peer) + " was cut off, since it sent " + why.getMessage() + ".";
        connection.accept(Frame.end(lease, sentence));
        end(sentence);
    }

    private void take(Frame frame) throws RefusedMessageException {
        if (frame.number() < 0 || frame.number() > expected + WINDOW) {
            throw new RefusedMessageException("part " + frame.number() + " where part " + expected + " was expected");
        }
        if (frame.number() == expected && arrived.size() < capacity) {
            if (unfinished.size() + frame.content().length > MessageCodec.MOST_BYTES + 1) {
                throw new RefusedMessageException("a message of more than " + MessageCodec.MOST_BYTES + " bytes");
            }
            if (frame.kind() == Frame.Kind.PART && frame.content().length == 0) {
                throw new RefusedMessageException("a part of a message with nothing in it");
            }
            expected++;
            unfinished.writeBytes(frame.content());
            if (frame.kind() == Frame.Kind.LAST) {
                arrived.addLast(unfinished.toByteArray());
                unfinished = new ByteArrayOutputStream();
                changed.signalAll();
            }
        }
        transmit(Frame.taken(lease, expected));
    }

    private void clock(Frame frame, long nowNanos) throws RefusedMessageException {
        switch (frame.content().length) {
            case 0 -> transmit(frame.answer(nowNanos));
            case Long.BYTES ->
                offset.add(frame.number(), ByteBuffer.wrap(frame.content()).getLong(), nowNanos);
            default -> throw new RefusedMessageException("a clock of " + frame.content().length + " bytes");
        }
    }

    /**
     * Updates the estimate of the other end's clock.
     *
     * @param asks whether to request the clock
     * @param asksUnknown whether to request it when it is not known yet
     */
    void readClock(long nowNanos, boolean asks, boolean asksUnknown) {
        lock.lock();
        try {
            clockReadNanos = nowNanos;
            if (end == null && (asks || (asksUnknown && !offset.isKnown()))) {
                transmit(Frame.clock(lease, nowNanos));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the instant of a start on the clock of the other end, from which the drift of that clock is measured
     * then.
     */
    long startThere(long hereNanos, long nowNanos) throws PeerLostException {
        lock.lock();
        try {
            if (!offset.isKnown()) {
                throw new PeerLostException("The clock of " + peer + " is not known, since it answered no query.");
            }
            aheadAtStart = OptionalLong.of(offset.at(nowNanos).aheadNanos());
            clockReadNanos = nowNanos;
            return hereNanos + aheadAtStart.getAsLong();
        } finally {
            lock.unlock();
        }
    }

    /** The drift of the other clock since the start. */
    Optional<PeerClock> peerClock() {
        lock.lock();
        try {
            if (aheadAtStart.isEmpty()) {
                return Optional.empty();
            }
            ClockOffset.Estimate now = offset.at(clockReadNanos);
            return Optional.of(new PeerClock(now.aheadNanos() - aheadAtStart.getAsLong(), now.boundNanos()));
        } finally {
            lock.unlock();
        }
    }

    private void acknowledged(long next, long nowNanos) throws RefusedMessageException {
        long first = nextNumber - unacknowledged.size();
        if (next < 0 || next > nextNumber) {
            throw new RefusedMessageException("an acknowledgement of part " + (next - 1)
                    + ", which this process never sent; another one may have the same credentials");
        }
        for (long number = first; number < next; number++) {
            unacknowledged.removeFirst();
            sent = Math.max(0, sent - 1);
            progressNanos = nowNanos;
        }
        sendWindow();
        changed.signalAll();
    }

    /** Waits for the next message; returns null if none arrives in time. */
    byte @Nullable [] receive(long timeoutNanos) throws PeerLostException, InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = timeoutNanos;
            while (arrived.isEmpty() && end == null && left > 0) {
                left = changed.awaitNanos(left);
            }
            byte[] message = arrived.pollFirst();
            if (message == null && end != null) {
                throw new PeerLostException(end);
            }
            return message;
        } finally {
            lock.unlock();
        }
    }

    /** Number of parts that have arrived in order, each counted once. */
    long arrivedParts() {
        lock.lock();
        try {
            return expected;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the conversation on this end. Messages that have arrived can still be received. The first reason is kept.
     */
    void end(String sentence) {
        lock.lock();
        try {
            if (end == null) {
                end = sentence;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until everything is acknowledged, then ends both ends.
     *
     * @return false when the other end, which has not ended the conversation, did not acknowledge everything
     */
    boolean close(Duration linger, String sentence) {
        lock.lock();
        try {
            long left = linger.toNanos();
            while (end == null && !unacknowledged.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            boolean isComplete = end != null || unacknowledged.isEmpty();
            if (end == null) {
                connection.accept(Frame.end(lease, sentence));
                end(sentence);
            }
            return isComplete;
        } finally {
            lock.unlock();
        }
    }

    boolean isOver() {
        lock.lock();
        try {
            return end != null;
        } finally {
            lock.unlock();
        }
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
