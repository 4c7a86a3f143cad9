// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import io.nats.client.Message;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.ShownText;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.PeerClock;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/**
 * An agent in a run of this controller. Commands are requests, each repeated until the agent answers, in order.
 * Messages of the agent are received from the {@link RunStream} and acknowledged there when they have been handled.
 * Thread-safe.
 */
final class EngagedAgent implements Transport<ToAgent, ToController> {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);
    private static final long PAUSE_MILLIS = 100;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    /** The time after which a missing message is lost, because the broker would have delivered it again. */
    private static final long LOST_NANOS = 3 * RunStream.ACK_TIMEOUT.toNanos();

    private final String agent;
    private final String run;
    private final Lease lease;
    private final BrokerConnection connection;
    private final LongSupplier clock;
    private final BlockingQueue<Frame> commands = new LinkedBlockingQueue<>();
    private final Thread commandSender = Thread.ofVirtual().unstarted(this::sendCommands);
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private final ClockOffset offset = new ClockOffset();
    private OptionalLong aheadAtStart = OptionalLong.empty();
    private long clockReadNanos;
    private long nextNumber;
    private final MessageSequence<Message> published = new MessageSequence<>();
    /** The last time at which no message was missing. */
    private long lastCompleteNanos;

    /** The last message that was returned; it counts as handled when the next one is requested. */
    private @Nullable Message unhandled;

    private long arrivedParts;
    private @Nullable String end;
    private Runnable release = () -> {};

    EngagedAgent(String agent, String run, Lease lease, BrokerConnection connection, LongSupplier clock) {
        this.agent = agent;
        this.run = run;
        this.lease = lease;
        this.connection = connection;
        this.clock = clock;
    }

    Lease lease() {
        return lease;
    }

    /** Sends a command and waits for its answer; null if there is none within the limit. */
    @Nullable
    Frame request(Frame.Kind kind, byte[] content, Duration limit) throws PeerLostException, InterruptedException {
        Frame command;
        synchronized (this) {
            command = new Frame(kind, lease.number(), nextNumber++, content);
        }
        return answer(command, clock.getAsLong() + limit.toNanos());
    }

    private @Nullable Frame answer(Frame command, long deadline) throws PeerLostException, InterruptedException {
        while (true) {
            requireOpen();
            Frame answer = answer(command);
            if (answer != null && answer.kind() == Frame.Kind.END) {
                end(ShownText.of(answer.sentence()));
                requireOpen();
            }
            if (answer != null) {
                return answer;
            }
            if (clock.getAsLong() > deadline) {
                return null;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    private @Nullable Frame answer(Frame command) throws InterruptedException {
        byte[] bytes = connection.request(Subjects.to(agent, run), command.bytes(), ANSWER_TIMEOUT);
        if (bytes == null) {
            return null;
        }
        try {
            Frame answer = Frame.of(bytes);
            return answer.lease() == command.lease() && answer.number() == command.number() ? answer : null;
        } catch (RefusedMessageException e) {
            refuse(e);
            return null;
        }
    }

    private synchronized void requireOpen() throws PeerLostException {
        if (end != null) {
            throw new PeerLostException(end);
        }
    }

    EngagedAgent start(Runnable whenClosed) {
        release = whenClosed;
        commandSender.start();
        return this;
    }

    private void sendCommands() {
        try {
            Frame next;
            do {
                next = commands.take();
                answer(next, Long.MAX_VALUE);
            } while (next.kind() != Frame.Kind.END);
        } catch (PeerLostException e) {
            // The run has ended; receiving reports it.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean send(ToAgent message) throws PeerLostException {
        try {
            requireOpen();
            byte[] bytes = MessageCodec.bytes(message instanceof ToAgent.Start start ? onAgentClock(start) : message);
            commands.add(new Frame(Frame.Kind.MESSAGE, lease.number(), nextNumber++, bytes));
            return true;
        } catch (RefusedMessageException e) {
            throw new PeerLostException(String.valueOf(e.getMessage()));
        }
    }

    void cancel(String sentence) {
        publish(Frame.end(lease.number(), 0, sentence));
        end(sentence);
    }

    private void publish(Frame frame) {
        connection.publish(Subjects.to(agent, run), frame.bytes());
    }

    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        String sentence = "The run is over.";
        commands.add(Frame.end(lease.number(), 0, sentence));
        try {
            if (!commandSender.join(CLOSE_TIMEOUT)) {
                commandSender.interrupt();
                publish(Frame.end(lease.number(), 0, sentence));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            acknowledge();
            end(sentence);
        }
        release.run();
    }

    /**
     * Requests the agent's clock if that is due; ends the run when a published message is lost.
     *
     * @param isDueIfUnknown whether the request is also due if the clock is still unknown
     */
    void tick(boolean isDue, boolean isDueIfUnknown) {
        long nowNanos = clock.getAsLong();
        synchronized (this) {
            clockReadNanos = nowNanos;
            if (!published.hasGap()) {
                lastCompleteNanos = nowNanos;
            } else if (nowNanos - lastCompleteNanos > LOST_NANOS) {
                end("The broker has lost a part of what agent " + agent + " measured.");
            }
            if (end != null || !(isDue || (isDueIfUnknown && !offset.isKnown()))) {
                return;
            }
        }
        publish(Frame.clock(lease.number(), nowNanos));
    }

    /** Converts the start of a run to an instant on the agent's clock; its drift is measured from then on. */
    private ToAgent onAgentClock(ToAgent.Start start) throws PeerLostException {
        if (!offset.isKnown()) {
            throw new PeerLostException("The clock of agent " + agent + " is not known, since it answered no query.");
        }
        clockReadNanos = clock.getAsLong();
        aheadAtStart = OptionalLong.of(offset.at(clockReadNanos).aheadNanos());
        return new ToAgent.Start(start.originNanos() + aheadAtStart.getAsLong(), startOfThisHost());
    }

    @Override
    public synchronized Optional<PeerClock> peerClock() {
        if (aheadAtStart.isEmpty()) {
            return Optional.empty();
        }
        ClockOffset.Estimate current = offset.at(clockReadNanos);
        return Optional.of(new PeerClock(current.aheadNanos() - aheadAtStart.getAsLong(), current.boundNanos()));
    }

    /** Accepts a message that the broker does not store: the answer of a clock, or a heartbeat. */
    synchronized void acceptUnstored(byte[] bytes, long nowNanos) {
        try {
            Frame frame = Frame.of(bytes);
            if (frame.lease() != lease.number()) {
                return;
            }
            if (frame.kind() == Frame.Kind.CLOCK && frame.content().length == Long.BYTES) {
                offset.add(frame.number(), ByteBuffer.wrap(frame.content()).getLong(), nowNanos);
            } else if (frame.kind() == Frame.Kind.HEARTBEAT) {
                arrivedParts++;
                if (frame.content().length > 0) {
                    end(ShownText.of(frame.sentence()));
                }
            }
        } catch (RefusedMessageException e) {
            refuse(e);
        }
    }

    synchronized void acceptStored(Message message) {
        try {
            Frame frame = Frame.of(message.getData());
            if (frame.lease() != lease.number() || end != null || !published.add(frame.number(), message)) {
                message.ack();
                return;
            }
            arrivedParts++;
            notifyAll();
        } catch (RefusedMessageException e) {
            message.ack();
            refuse(e);
        }
    }

    /** Returns the next message; the previous one then counts as handled. */
    @Override
    public synchronized @Nullable ToController receive(long timeoutNanos)
            throws PeerLostException, InterruptedException {
        try {
            acknowledge();
            unhandled = published.next();
            long deadline = clock.getAsLong() + timeoutNanos;
            for (long remainingNanos = timeoutNanos;
                    unhandled == null && end == null && remainingNanos > 0;
                    remainingNanos = deadline - clock.getAsLong()) {
                TimeUnit.NANOSECONDS.timedWait(this, remainingNanos);
                unhandled = published.next();
            }
            if (unhandled != null) {
                return MessageCodec.read(
                        ToController.class, Frame.of(unhandled.getData()).content());
            }
            requireOpen();
            return null;
        } catch (RefusedMessageException e) {
            refuse(e);
            throw new PeerLostException(String.valueOf(end));
        }
    }

    private void acknowledge() {
        if (unhandled != null) {
            unhandled.ack();
            unhandled = null;
        }
    }

    @Override
    public synchronized long arrivedParts() {
        return arrivedParts;
    }

    private void refuse(RefusedMessageException refusal) {
        String sentence =
                "Agent " + agent + " was disconnected, because it sent an invalid message: " + refusal.getMessage();
        publish(Frame.end(lease.number(), 0, sentence));
        end(sentence);
    }

    /** Ends the run at this end. Messages that have arrived can still be received. The first reason is kept. */
    synchronized void end(String sentence) {
        if (end == null) {
            end = sentence;
            notifyAll();
        }
    }

    /** Identifies the last start of this host, whose processes share a monotonic clock; random if not reported. */
    static long startOfThisHost() {
        return RunningHost.ofThisProcess()
                .map(host -> UUID.fromString(host.start()))
                .orElseGet(UUID::randomUUID)
                .getMostSignificantBits();
    }
}
