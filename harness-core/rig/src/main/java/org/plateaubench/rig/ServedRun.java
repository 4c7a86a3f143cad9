// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.ShownText;
import org.plateaubench.wire.Heartbeats;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/**
 * The agent's side of a run that is driven over a broker. Measurements are published to the stream of the broker, and
 * kept in memory until the broker has confirmed that they are stored. After the start, silence of the controller is
 * tolerated, so that the agent drives its part to the end of the plan. Thread-safe.
 */
final class ServedRun implements Transport<ToController, ToAgent> {
    /** Silence of the controller after which a run that has not started is aborted. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** The time for which a closed run waits until the broker has stored its messages. */
    private static final Duration STORE_DEADLINE = Duration.ofHours(1);
    /** Time after which the controller is notified that the broker does not store messages. */
    private static final long UNSTORED_NANOS = Duration.ofSeconds(15).toNanos();

    private static final long RETRY_NANOS = Duration.ofMillis(500).toNanos();
    private static final long MIN_HEARTBEAT_NANOS = Heartbeats.interval(0).toNanos();
    /** Requests come once a second: one that is up to 0.9 s early is sent, because the next would be too late. */
    private static final long EARLY_NANOS = MIN_HEARTBEAT_NANOS * 9 / 10;

    private static final int MAX_IN_TRANSIT = 64;

    private final long maxBytes = Runtime.getRuntime().maxMemory() / 4;
    private final String agent;
    private final String run;
    private final long lease;
    private final BrokerConnection broker;
    private final BrokerConnection measurementConnection;
    private final AgentClock agentClock;
    private final Consumer<String> notices;
    private final LongSupplier clock;
    private final Deque<Command> commands = new ArrayDeque<>();
    private final Deque<byte[]> messages = new ArrayDeque<>();
    private long nextFrameNumber;
    private @Nullable Frame lastAnswer;
    private long lastReceivedNanos;
    private boolean isStarted;
    private boolean isClosed;
    private @Nullable String endReason;

    private final Deque<Publication> unstored = new ArrayDeque<>();
    private long unstoredBytes;
    private long nextNumber;
    private int agents;
    private long heartbeatNanos = MIN_HEARTBEAT_NANOS;
    private long lastHeartbeatNanos;
    private String problem = "";
    private long problemNanos;

    /** A command of the controller that is answered once it is carried out. */
    record Command(Frame frame, Consumer<Frame> answer) {}

    /** A message that the stream has not stored. Its fields are guarded by the run. */
    private static final class Publication {
        private final Frame frame;
        private boolean isInTransit;
        private boolean isStored;
        private long nextTryNanos = Long.MIN_VALUE;

        private Publication(Frame frame) {
            this.frame = frame;
        }
    }

    ServedRun(
            String agent,
            String run,
            long lease,
            BrokerConnection broker,
            BrokerConnection measurementConnection,
            AgentClock agentClock,
            Consumer<String> notices,
            LongSupplier clock) {
        this.agent = agent;
        this.run = run;
        this.lease = lease;
        this.broker = broker;
        this.measurementConnection = measurementConnection;
        this.agentClock = agentClock;
        this.notices = notices;
        this.clock = clock;
        lastReceivedNanos = clock.getAsLong();
    }

    String run() {
        return run;
    }

    /** Sets the number of agents of the run, which determines how often there are heartbeats. */
    synchronized void setAgents(int number) {
        agents = number;
        heartbeatNanos = Heartbeats.interval(number).toNanos();
    }

    synchronized Duration clockInterval() {
        return Heartbeats.clockRequestInterval(agents);
    }

    /** Whether the load has started and the agent still drives it. */
    synchronized boolean isDriving() {
        return isStarted && endReason == null && !isClosed;
    }

    synchronized boolean isOver() {
        return endReason != null;
    }

    /** Accepts a frame of the controller. A command that arrives again is answered again. */
    synchronized void handle(Frame frame, Consumer<Frame> answer) {
        lastReceivedNanos = clock.getAsLong();
        if (frame.isClockRequest()) {
            broker.publish(
                    Subjects.from(agent, run), frame.answer(lastReceivedNanos).bytes());
        } else if (endReason != null) {
            answer.accept(frame.refused(endReason));
        } else if (frame.kind() == Frame.Kind.END) {
            answer.accept(frame.done(Frame.NO_CONTENT));
            end(ShownText.of(frame.sentence()));
        } else if (frame.number() == nextFrameNumber) {
            nextFrameNumber++;
            lastAnswer = null;
            accept(frame, answer);
        } else if (frame.number() == nextFrameNumber - 1 && lastAnswer != null) {
            answer.accept(lastAnswer);
        }
    }

    private void accept(Frame frame, Consumer<Frame> answer) {
        if (frame.kind() == Frame.Kind.MESSAGE) {
            messages.addLast(frame.content());
            sendAnswer(frame.done(Frame.NO_CONTENT), answer);
        } else {
            commands.addLast(new Command(frame, result -> sendAnswer(result, answer)));
        }
        notifyAll();
    }

    private void sendAnswer(Frame frame, Consumer<Frame> answer) {
        synchronized (this) {
            lastAnswer = frame;
        }
        answer.accept(frame);
    }

    /** Waits for the next command before the run begins; returns null if none arrives in time. */
    @Nullable
    synchronized Command next(Duration limit) throws PeerLostException, InterruptedException {
        await(commands, limit.toNanos());
        return commands.pollFirst();
    }

    private void await(Deque<?> queue, long timeoutNanos) throws PeerLostException, InterruptedException {
        long deadline = clock.getAsLong() + timeoutNanos;
        for (long remainingNanos = timeoutNanos;
                queue.isEmpty() && endReason == null && remainingNanos > 0;
                remainingNanos = deadline - clock.getAsLong()) {
            TimeUnit.NANOSECONDS.timedWait(this, remainingNanos);
        }
        if (queue.isEmpty()) {
            requireOpen();
        }
    }

    private void requireOpen() throws PeerLostException {
        if (endReason != null) {
            throw new PeerLostException(endReason);
        }
    }

    @Override
    public synchronized @Nullable ToAgent receive(long timeoutNanos) throws PeerLostException, InterruptedException {
        try {
            await(messages, timeoutNanos);
            byte[] next = messages.pollFirst();
            if (next == null) {
                return null;
            }
            ToAgent message = MessageCodec.read(ToAgent.class, next);
            if (message instanceof ToAgent.Start start) {
                agentClock.start(start.originNanos(), start.clockHost());
                isStarted = true;
            }
            return message;
        } catch (RefusedMessageException e) {
            end("The controller sent an invalid message: " + e.getMessage());
            throw new PeerLostException(String.valueOf(endReason));
        }
    }

    synchronized void end(String sentence) {
        if (endReason == null) {
            endReason = sentence;
            notifyAll();
        }
    }

    @Override
    public synchronized boolean send(ToController message) throws PeerLostException {
        requireOpen();
        List<TelemetrySample> readings = agentClock.takeReading(heartbeatNanos);
        if (!readings.isEmpty()) {
            publish(new ToController.Telemetry(readings));
        }
        if (message instanceof ToController.Heartbeat) {
            sendHeartbeat();
            return true;
        }
        return publish(message);
    }

    /** Sends a heartbeat, unless the last was sent less than one interval ago; in a small rig all are sent. */
    private void sendHeartbeat() {
        long now = clock.getAsLong();
        if (heartbeatNanos > MIN_HEARTBEAT_NANOS && now - lastHeartbeatNanos < heartbeatNanos - EARLY_NANOS) {
            return;
        }
        lastHeartbeatNanos = now;
        boolean isLong = !problem.isEmpty() && now - problemNanos > UNSTORED_NANOS;
        Frame heartbeat = Frame.heartbeat(lease, isLong ? problem : "");
        broker.publish(Subjects.from(agent, run), heartbeat.bytes());
    }

    private boolean publish(ToController message) throws PeerLostException {
        if (unstoredBytes > maxBytes) {
            return false;
        }
        boolean isLast = message instanceof ToController.Finished || message instanceof ToController.Failed;
        try {
            byte[] bytes = MessageCodec.bytes(message);
            Frame.Kind kind = isLast ? Frame.Kind.FINAL : Frame.Kind.MESSAGE;
            unstored.addLast(new Publication(new Frame(kind, lease, nextNumber++, bytes)));
            unstoredBytes += bytes.length;
            publishWaiting();
            if (problem.isEmpty()) {
                lastHeartbeatNanos = clock.getAsLong();
            } else {
                sendHeartbeat();
            }
            return true;
        } catch (RefusedMessageException e) {
            throw new PeerLostException(String.valueOf(e.getMessage()));
        }
    }

    /** Publishes messages that are due. The last message of the run is published when all others are stored. */
    @SuppressWarnings("FutureReturnValueIgnored") // Each failure is handled when it is confirmed.
    private void publishWaiting() {
        long now = clock.getAsLong();
        // Iterates over a copy, since an answer that has already arrived is handled on this thread immediately.
        for (Publication next : unstored.stream().limit(MAX_IN_TRANSIT).toList()) {
            boolean isTurn = next.frame.kind() != Frame.Kind.FINAL || next.equals(unstored.peekFirst());
            if (isTurn && !next.isInTransit && !next.isStored && now >= next.nextTryNanos) {
                next.isInTransit = true;
                String id = run + "." + agent + "." + lease + "." + next.frame.number();
                measurementConnection
                        .store(Subjects.runStream(agent, run), id, next.frame.bytes())
                        .whenComplete((stored, failure) -> handleConfirmation(next, failure));
            }
        }
    }

    private synchronized void handleConfirmation(Publication publication, @Nullable Throwable failure) {
        publication.isInTransit = false;
        publication.isStored = failure == null;
        publication.nextTryNanos = clock.getAsLong() + RETRY_NANOS;
        note(failure);
        while (!unstored.isEmpty() && unstored.getFirst().isStored) {
            unstoredBytes -= unstored.removeFirst().frame.content().length;
            notifyAll();
        }
        if (failure == null) {
            publishWaiting();
        }
    }

    private void note(@Nullable Throwable failure) {
        if (failure == null) {
            problem = "";
        } else if (problem.isEmpty()) {
            String reason = BrokerConnection.reasonOfBroker(failure);
            problem = "The broker does not store what agent " + agent + " measures: "
                    + (reason.isEmpty() ? "it does not answer; look for a full disk at the broker" : reason) + ".";
            problemNanos = clock.getAsLong();
            if (!reason.isEmpty()) {
                notices.accept(problem + " Trying again.");
            }
        }
    }

    /** Performs periodic work, which includes heartbeats while the run only waits for the broker. */
    synchronized void tick() {
        if (!isStarted && clock.getAsLong() - lastReceivedNanos > TIMEOUT.toNanos()) {
            end("The controller of agent " + agent + " has not sent a message for " + TIMEOUT.toSeconds() + " s.");
        }
        publishWaiting();
        if (isClosed && endReason == null && clock.getAsLong() - lastHeartbeatNanos >= heartbeatNanos) {
            sendHeartbeat();
        }
    }

    /** Waits until everything is stored, another controller takes the agent, or the thread is interrupted. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            long deadline = clock.getAsLong() + STORE_DEADLINE.toNanos();
            while (!unstored.isEmpty() && endReason == null && deadline > clock.getAsLong()) {
                TimeUnit.NANOSECONDS.timedWait(this, deadline - clock.getAsLong());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (isStarted && !unstored.isEmpty()) {
            notices.accept(
                    "The broker did not store everything that was measured in run " + run + "; the rest is lost.");
            unstored.clear();
        }
        end("The run is over.");
    }
}
