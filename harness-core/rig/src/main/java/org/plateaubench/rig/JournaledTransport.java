// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.SignsOfLife;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/**
 * The agent's transport of a run whose measurements survive the loss of the controller. Messages that the result needs
 * are written to the {@link Journal} first, and sent from there as fast as the controller accepts them. After the
 * start, silence of the controller is tolerated, so that the agent drives its part to the end of the plan.
 */
final class JournaledTransport implements Transport<ToController, ToAgent> {
    private static final Duration LINGER = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 20;
    private static final long OFTEN_NANOS = SignsOfLife.every(0).toNanos();
    /**
     * Agents send a heartbeat every second. One that comes slightly early is sent too, since the next would be nearly a
     * second late.
     */
    private static final long EARLY_NANOS = OFTEN_NANOS * 9 / 10;
    /** How long an agent waits at the end for a silent controller, after the controller's next sign of life was due. */
    private static final Duration SILENT = Duration.ofSeconds(9);

    private final Conversation conversation;
    private final Transport<ToController, ToAgent> line;
    private final Journal journal;
    private final OwnClock ownClock;
    private final Consumer<String> notices;
    private final Runnable over;
    private final LongSupplier clock;
    private long saidNanos;
    private long sentBytes;
    private boolean hasTold;
    private boolean hasToldOfCores;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    JournaledTransport(
            Conversation conversation,
            Journal journal,
            OwnClock ownClock,
            Consumer<String> notices,
            Runnable over,
            LongSupplier clock) {
        this.conversation = conversation;
        this.clock = clock;
        saidNanos = clock.getAsLong();
        this.line = new RigTransport<>(conversation, MessageCodec::toAgent, message -> message, () -> {});
        this.journal = journal;
        this.ownClock = ownClock;
        this.notices = notices;
        this.over = over;
    }

    /** Whether a message is kept; identification and signs of life are of no use later. */
    private static boolean isKept(ToController message) {
        return !(message instanceof ToController.Hello
                || message instanceof ToController.Calibrated
                || message instanceof ToController.Ready
                || message instanceof ToController.Heartbeat);
    }

    @Override
    public synchronized boolean send(ToController message) throws PeerLostException {
        List<TelemetrySample> due = ownClock.due(conversation.signNanos());
        // If there is no room for a heartbeat, the next one follows soon.
        if (!due.isEmpty() && deliver(new ToController.Telemetry(due))) {
            saidNanos = clock.getAsLong();
        }
        return !isNeeded(message) || deliver(message);
    }

    /**
     * Whether a heartbeat has to be sent. It need not be if a message was sent within the time between two signs of
     * life; in a small rig all are sent.
     */
    private boolean isNeeded(ToController message) {
        long now = clock.getAsLong();
        long signNanos = conversation.signNanos();
        if (message instanceof ToController.Heartbeat
                && signNanos > OFTEN_NANOS
                && now - saidNanos < signNanos - EARLY_NANOS) {
            return false;
        }
        saidNanos = now;
        return true;
    }

    private boolean deliver(ToController message) throws PeerLostException {
        return (message instanceof ToController.Telemetry telemetry && journal.isHalfFull())
                ? deliverWithoutKeepingCores(telemetry)
                : deliverWhole(message);
    }

    /**
     * Sends telemetry without keeping the samples of single cores. These are most of the telemetry of a large host and
     * are not needed for any other figure, so they are only sent once half of the journal is full. Samples that cannot
     * be sent immediately are left out.
     */
    private boolean deliverWithoutKeepingCores(ToController.Telemetry telemetry) throws PeerLostException {
        Map<Boolean, List<TelemetrySample>> byCore = telemetry.samples().stream()
                .collect(Collectors.partitioningBy(each -> HostTelemetry.isCore(each.source(), each.series())));
        List<TelemetrySample> cores = byCore.getOrDefault(true, List.of());
        List<TelemetrySample> others = byCore.getOrDefault(false, List.of());
        boolean isDelivered = others.isEmpty() || deliverWhole(new ToController.Telemetry(others));
        if (!cores.isEmpty()) {
            reportOnlySent();
            // A message that was not delivered is passed again, with its cores.
            if (isDelivered && sendKept()) {
                line.send(new ToController.Telemetry(cores));
            }
        }
        return isDelivered;
    }

    private void reportOnlySent() {
        if (!hasToldOfCores) {
            hasToldOfCores = true;
            notices.accept(
                    "The journal of this run is half full: samples of single cores of this host are no longer kept,"
                            + " only sent.");
        }
    }

    private boolean deliverWhole(ToController message) throws PeerLostException {
        boolean allSent = sendKept();
        if (!isKept(message)) {
            // Waiting measurements are signs of life themselves.
            return (allSent && line.send(message)) || message instanceof ToController.Heartbeat;
        }
        byte[] bytes;
        try {
            bytes = MessageCodec.bytes(message);
        } catch (RefusedMessageException e) {
            throw new PeerLostException(String.valueOf(e.getMessage()));
        }
        if (journal.append(bytes)) {
            sendKept();
            return true;
        }
        reportFailure();
        return allSent && line.send(message);
    }

    private void reportFailure() {
        if (!hasTold) {
            hasTold = true;
            notices.accept("Measurements of this run are no longer kept, only sent: " + journal.failure() + ".");
        }
    }

    /** Sends messages of the journal until the conversation accepts no more. Returns false when some are left. */
    private boolean sendKept() throws PeerLostException {
        try {
            while (sentBytes < journal.sizeBytes()) {
                byte[] message = conversation.hasRoom() ? journal.message(sentBytes) : null;
                if (message == null || !conversation.send(MessageKind.RUN.of(message))) {
                    return false;
                }
                sentBytes += Integer.BYTES + message.length;
            }
            return true;
        } catch (IOException e) {
            throw new PeerLostException("The journal cannot be read: " + e.getMessage() + ".");
        }
    }

    @Override
    public @Nullable ToAgent receive(long timeoutNanos) throws PeerLostException, InterruptedException {
        synchronized (this) {
            sendKept();
        }
        ToAgent message = line.receive(timeoutNanos);
        if (message instanceof ToAgent.Start start) {
            synchronized (this) {
                ownClock.start(start.originNanos(), start.clockHost());
            }
            conversation.disableSilenceLimit();
        }
        return message;
    }

    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        boolean isSent = awaitSent();
        Duration linger = isSilent() ? Duration.ZERO : LINGER;
        if (!conversation.close(linger, "The run is over.") || !isSent) {
            notices.accept("The controller has not received everything. What was measured is kept here for "
                    + Journals.OLDEST.toDays()
                    + " days: if the controller was killed, ./plateau resume completes the run with it; a run that"
                    + " has ended without this agent is complete, and nothing is added to it.");
        }
        closeJournal();
        over.run();
    }

    private boolean isSilent() {
        return conversation.isSilent(SILENT.plusNanos(conversation.signNanos()));
    }

    private boolean awaitSent() {
        try {
            for (long waited = 0; !isSent() && !isSilent() && waited < LINGER.toMillis(); waited += LOOK_MILLIS) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return isSent();
    }

    private synchronized boolean isSent() {
        try {
            return conversation.isOver() || sendKept();
        } catch (PeerLostException e) {
            return true;
        }
    }

    private void closeJournal() {
        try {
            journal.close();
        } catch (IOException e) {
            notices.accept("The journal of the run could not be completed: " + e.getMessage() + ".");
        }
    }
}
