// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibrator;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;
import org.plateaubench.wire.WorkloadSlice;

/**
 * One run on the agent's side: sends Hello, calibrates its host, receives its slice of the plan, opens the workloads,
 * drives them from the common start, publishes its measurements and releases all resources. Every wait has a deadline,
 * and the loss of the controller has the same effect as an abort. A plugin failure is reported and never ends the
 * process. Each instance executes one run.
 */
public final class AgentSession implements Runnable {
    /** Long because a controller prepares data before it sends slices; it sends a message if it aborts. */
    private static final long SETUP_DEADLINE_NANOS = TimeUnit.HOURS.toNanos(24);

    private static final Duration CLOSING_POLL = Duration.ofMillis(20);

    private final String agent;
    private final Transport<ToController, ToAgent> controller;
    private final PluginCatalog catalog;
    private final NanoClock clock;
    private final Consumer<Calibration> calibrated;
    private final Outbox outbox;
    private long lastHeartbeatNanos;

    /** @param calibrated gets the calibration of this host, on the thread of the session */
    public AgentSession(
            String agent,
            Transport<ToController, ToAgent> controller,
            PluginCatalog catalog,
            NanoClock clock,
            Consumer<Calibration> calibrated) {
        this.agent = agent;
        this.calibrated = calibrated;
        this.controller = controller;
        this.catalog = catalog;
        this.clock = clock;
        this.outbox = new Outbox(controller);
        lastHeartbeatNanos = clock.nanoTime();
    }

    /** Executes the run and returns when it has ended for any reason. Interruption has the same effect as an abort. */
    @Override
    public void run() {
        try (controller) {
            try {
                executeRun();
                outbox.post(new ToController.Finished());
            } catch (AgentFailure e) {
                outbox.post(new ToController.Failed(PluginCall.describe(e)));
            } catch (RuntimeException | Error e) {
                // For example a host that grants no more threads: without this message the controller would not learn
                // the cause.
                outbox.post(new ToController.Failed("Agent " + agent + " failed: " + e));
            }
            awaitSent();
        } catch (PeerLostException e) {
            // The controller is gone; everything has already been released.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void executeRun() throws PeerLostException, AgentFailure, InterruptedException {
        outbox.post(new ToController.Hello(
                agent,
                Message.PROTOCOL_VERSION,
                Message.SPI_VERSION,
                RunningHost.nameOr(Message.NO_HOST_NAME),
                ProcessHandle.current().pid(),
                RunningHost.ofThisProcess().orElse(null),
                catalog.plugins().stream().collect(Collectors.toMap(LoadedPlugin::id, LoadedPlugin::digest))));
        Calibration measured = new Calibrator(clock).calibrate(Calibrator.BEFORE_A_RUN);
        outbox.post(new ToController.Calibrated(measured));
        calibrated.accept(measured);
        drive(expect(ToAgent.PlanSlice.class));
    }

    private void drive(ToAgent.PlanSlice plan) throws PeerLostException, AgentFailure, InterruptedException {
        Map<String, String> files = files(plan);
        SecretReferences secrets =
                SecretReferences.known(expect(ToAgent.Secrets.class).values());
        Map<String, SutAddress> suts = expect(ToAgent.SutAddresses.class).addresses();
        ToAgent.Prepare prepare = expect(ToAgent.Prepare.class);
        List<AgentWorkload> workloads = new ArrayList<>();
        EventQueue events = new EventQueue();
        try {
            Map<String, Map<String, String>> versions = new HashMap<>();
            for (WorkloadSlice slice : plan.workloads()) {
                AgentWorkload opened =
                        AgentWorkload.open(plan, slice, files, catalog, secrets, suts, this::sendHeartbeat);
                workloads.add(opened);
                versions.put(opened.scope(), opened.versions());
            }
            outbox.post(new ToController.Ready(versions));
            DrivenRun run = new DrivenRun(agent, plan, workloads, awaitStart(), events, outbox, prepare);
            try {
                run.start(catalog, suts);
                follow(run);
            } finally {
                run.close();
            }
        } finally {
            closeSessions(workloads, events);
        }
        events.drain(agent, 0).forEach(outbox::post);
    }

    private Map<String, String> files(ToAgent.PlanSlice plan)
            throws PeerLostException, AgentFailure, InterruptedException {
        Set<String> missing = new HashSet<>();
        plan.workloads().forEach(slice -> missing.addAll(slice.files().values()));
        Map<String, StringBuilder> texts = new HashMap<>();
        while (!missing.isEmpty()) {
            ToAgent.FilePart part = expect(ToAgent.FilePart.class);
            texts.computeIfAbsent(part.file(), _ -> new StringBuilder()).append(part.text());
            if (part.last()) {
                missing.remove(part.file());
            }
        }
        Map<String, String> files = new HashMap<>();
        texts.forEach((path, text) -> files.put(path, text.toString()));
        return files;
    }

    /** A start message that arrives after the start itself is reported with its delay, which is judged later. */
    private NanoClock awaitStart() throws PeerLostException, AgentFailure, InterruptedException {
        NanoClock runClock = clock.startingAt(expect(ToAgent.Start.class).originNanos());
        long lateNanos = runClock.nanoTime();
        if (lateNanos > 0) {
            outbox.post(new ToController.Telemetry(List.of(ClockTelemetry.lateStart(agent, lateNanos))));
        }
        return runClock;
    }

    private void follow(DrivenRun run) throws PeerLostException, InterruptedException {
        while (!run.hasEnded()) {
            outbox.flush();
            @Nullable ToAgent message = controller.receive(0);
            switch (message) {
                case null -> run.awaitEnd();
                case ToAgent.EndSteady end -> run.timeline().endSteadyAt(end.atNanos());
                case ToAgent.Stop stop -> run.timeline().stopIssuingAt(stop.atNanos());
                case ToAgent.Abort abort -> throw new PeerLostException(abort.reason());
                default -> {
                    // A controller sends no other message after the start.
                }
            }
        }
    }

    private <M extends ToAgent> M expect(Class<M> type) throws PeerLostException, AgentFailure, InterruptedException {
        long deadline = clock.nanoTime() + SETUP_DEADLINE_NANOS;
        while (clock.nanoTime() < deadline) {
            outbox.flush();
            ToAgent message = controller.receive(SnapshotPublisher.HEARTBEAT_NANOS);
            if (type.isInstance(message)) {
                return type.cast(message);
            }
            if (message instanceof ToAgent.Abort
                    || message instanceof ToAgent.Stop
                    || message instanceof ToAgent.EndSteady) {
                throw new PeerLostException("The run has ended before it began.");
            }
            if (message != null) {
                throw new AgentFailure("Agent " + agent + " expected " + type.getSimpleName() + " and was sent "
                        + message.getClass().getSimpleName() + ".");
            }
            outbox.post(new ToController.Heartbeat(0));
        }
        throw new AgentFailure("Agent " + agent + " was never sent " + type.getSimpleName() + ".");
    }

    /** Sends a heartbeat, because a plugin may take long and the controller must not consider the agent lost. */
    private void sendHeartbeat() {
        long now = clock.nanoTime();
        if (now - lastHeartbeatNanos >= SnapshotPublisher.HEARTBEAT_NANOS) {
            lastHeartbeatNanos = now;
            outbox.post(new ToController.Heartbeat(0));
        }
    }

    /** Closes all sessions concurrently, so that a session that does not close does not delay the others. */
    private void closeSessions(List<AgentWorkload> workloads, EventQueue events) throws InterruptedException {
        List<Thread> closing = new ArrayList<>();
        for (AgentWorkload workload : workloads) {
            closing.add(Thread.ofPlatform().daemon().name("plateau-close").start(() -> close(workload, events)));
        }
        for (Thread thread : closing) {
            while (!thread.join(CLOSING_POLL)) {
                sendHeartbeat();
            }
        }
    }

    private static void close(AgentWorkload workload, EventQueue events) {
        try {
            workload.closeSession();
        } catch (PluginCall.Failure e) {
            events.add(
                    new ToController.AgentEvent(ToController.AgentEvent.Kind.FAULT, 0, workload.scope(), e.describe()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the last messages have been accepted, because the end of the connection would lose them. */
    private void awaitSent() throws InterruptedException {
        long deadline = clock.nanoTime() + 10 * SnapshotPublisher.HEARTBEAT_NANOS;
        while (!outbox.flush() && clock.nanoTime() < deadline) {
            clock.parkUntil(clock.nanoTime() + SnapshotPublisher.HEARTBEAT_NANOS / 100);
        }
    }
}
