// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.engine.plan.RunPlan.SampledProcesses;
import org.plateaubench.engine.run.AgentPeer.AgentState;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.ShownText;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.Heartbeats;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;

final class RunAgents {
    private static final long GREETING_NANOS = Duration.ofSeconds(30).toNanos();
    /** Additional time for each agent, because one thread answers thousands of them one after the other. */
    private static final long PER_AGENT_NANOS = Duration.ofMillis(20).toNanos();

    private static final long PREPARE_NANOS = Duration.ofMinutes(2).toNanos();
    private static final long POLL_NANOS = Duration.ofMillis(10).toNanos();
    /** A check of thousands of agents takes milliseconds that the handling of their messages needs. */
    private static final long POLL_PER_AGENT_NANOS = Duration.ofNanos(10_000).toNanos();
    /** The maximum number of messages of one agent that are handled before those of the next agent. */
    private static final int MAX_AT_ONCE = 1_000;

    /** The time in which an agent must send its first message: on a busy host its JVM starts slowly. */
    private static final long STARTING_NANOS = 60_000_000_000L;

    private final RunSetup setup;
    private final RunSuts suts;
    private final NanoClock clock;
    private final IntervalAggregator sink;
    private final RunLog log;
    private final List<AgentPeer> peers = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Map<String, Calibration> calibrations = new TreeMap<>();
    private final Map<String, Map<String, String>> versions = new TreeMap<>();
    private final SutFaults faults = new SutFaults();
    private final PlanSlices slices;
    private final HostsOfRun hosts = new HostsOfRun();
    private final long silenceNanos;
    private boolean isPrepared;
    private long nextClocksNanos;

    RunAgents(RunSetup setup, RunSuts suts, NanoClock clock, IntervalAggregator sink, RunLog log) {
        this.setup = setup;
        this.suts = suts;
        this.clock = clock;
        this.sink = sink;
        this.log = log;
        slices = new PlanSlices(setup, suts);
        setup.agents()
                .forEach(link -> peers.add(new AgentPeer(link, slices.drivesLoad(link.agent()), clock.nanoTime())));
        silenceNanos = Heartbeats.timeout(setup.plan().agents().size()).toNanos();
    }

    /** Waits until every agent has sent its greeting with the same version and has calibrated its host. */
    void awaitCalibrated(BooleanSupplier isStopped) throws RunFailure, InterruptedException {
        await(AgentState.CALIBRATED, GREETING_NANOS, "did not report", isStopped);
        for (AgentPeer peer : peers) {
            hosts.add(peer.host(), peer.processId());
            noteProcess(peer);
        }
    }

    private String shownHost(AgentPeer peer) {
        return hosts.shown(peer.host(), peer.name());
    }

    private Stream<AgentPeer> drivers() {
        return peers.stream().filter(AgentPeer::drivesLoad);
    }

    void prepare(BooleanSupplier isStopped) throws RunFailure, InterruptedException {
        Map<String, List<Long>> processes = suts.processIds();
        Set<AgentPeer> sampling = firstAgentOfEachHost();
        Map<HostsOfRun.Host, List<Long>> harness = new HashMap<>();
        String samplesSuts = setup.plan().firstDrivingAgent();
        for (AgentPeer peer : peers) {
            ToAgent.PlanSlice slice = slices.slice(peer.name());
            peer.send(slice);
            for (ToAgent.FilePart part : slices.files(slice)) {
                send(peer, part);
            }
            peer.send(secrets(slice));
            peer.send(new ToAgent.SutAddresses(peer.drivesLoad() ? suts.addresses() : Map.of()));
            SampledProcesses sampled = setup.plan().sampledProcesses(peer.name());
            // Process ids of another host may belong to any process there.
            peer.send(new ToAgent.Prepare(
                    peer.drivesLoad() && hosts.isOnControllerHost(peer.host()) ? processes : Map.of(),
                    harness.computeIfAbsent(peer.host(), hosts::processes),
                    sampling.contains(peer),
                    sampled.processes(),
                    sampled.controlGroups(),
                    peer.name().equals(samplesSuts)));
        }
        await(AgentState.READY, PREPARE_NANOS, "was not ready", isStopped);
        isPrepared = true;
        sampling.forEach(this::noteObserved);
        suts.recordTelemetrySources();
    }

    /** Sends a message; waits while too many are in transit to the agent. */
    private void send(AgentPeer peer, ToAgent message) throws RunFailure, InterruptedException {
        long deadline = clock.nanoTime() + PREPARE_NANOS;
        while (!peer.send(message)) {
            handleMessages();
            failIfAnyIsOver();
            if (clock.nanoTime() > deadline) {
                throw new RunFailure("Agent " + peer.name() + " did not take the files of its workloads within "
                        + PREPARE_NANOS / 1_000_000_000L + " s.");
            }
            pause();
        }
    }

    /** The agents that sample their hosts: on each host the first without load, else the first. */
    private Set<AgentPeer> firstAgentOfEachHost() {
        Map<String, AgentPeer> first = new LinkedHashMap<>();
        for (AgentPeer peer : peers) {
            first.merge(
                    shownHost(peer),
                    peer,
                    (known, candidate) -> known.drivesLoad() && !candidate.drivesLoad() ? candidate : known);
        }
        return new LinkedHashSet<>(first.values());
    }

    private void noteObserved(AgentPeer peer) {
        if (!peer.state().isOver()) {
            log.event(
                    new EventDetails.HostObserved(ShownText.of(shownHost(peer)), peer.drivesLoad()),
                    peer.scope(),
                    "Agent " + peer.name() + " samples the use of host " + shownHost(peer)
                            + (peer.drivesLoad() ? "." : ", and drives no load."));
        }
    }

    private ToAgent.Secrets secrets(ToAgent.PlanSlice slice) throws RunFailure {
        try {
            return slices.secrets(slice);
        } catch (IllegalArgumentException e) {
            throw new RunFailure("A secret has no value: " + e.getMessage() + ".");
        }
    }

    private void await(AgentState required, long withinNanos, String complaint, BooleanSupplier isStopped)
            throws RunFailure, InterruptedException {
        long limitNanos = withinNanos + peers.size() * PER_AGENT_NANOS;
        long deadline = clock.nanoTime() + limitNanos;
        while (peers.stream().anyMatch(peer -> peer.state().compareTo(required) < 0)) {
            handleMessages();
            failIfAnyIsOver();
            if (isStopped.getAsBoolean()) {
                throw new RunFailure("The run was cancelled before it began.");
            }
            if (clock.nanoTime() > deadline) {
                throw new RunFailure("An agent " + complaint + " within " + limitNanos / 1_000_000_000L + " s: "
                        + String.join(", ", names(required)) + ".");
            }
            pause();
        }
        failIfAnyIsOver();
    }

    private void pause() throws InterruptedException {
        clock.parkUntil(clock.nanoTime() + Math.max(POLL_NANOS, peers.size() * POLL_PER_AGENT_NANOS));
    }

    private List<String> names(AgentState required) {
        return peers.stream()
                .filter(peer -> peer.state().compareTo(required) < 0)
                .map(AgentPeer::name)
                .toList();
    }

    private void failIfAnyIsOver() throws RunFailure {
        if (!failures.isEmpty()) {
            throw new RunFailure(failures);
        }
    }

    void sendToAll(ToAgent message) {
        for (AgentPeer peer : peers) {
            // The end of the connection, with its reason, is found when the messages of the agent are received.
            if (!peer.send(message)) {
                markLost(peer, "could not be notified: " + message.getClass().getSimpleName());
            }
        }
    }

    /** Handles a limited number of messages of each agent, so that no agent delays the others. */
    void handleMessages() throws InterruptedException {
        for (AgentPeer peer : peers) {
            try {
                ToController message = peer.poll(clock.nanoTime());
                for (int handled = 1; message != null; handled++) {
                    handle(peer, message);
                    message = handled < MAX_AT_ONCE ? peer.poll(clock.nanoTime()) : null;
                }
            } catch (PeerLostException e) {
                peer.setConnectionLost();
                markLost(peer, "has gone: " + e.getMessage());
            }
            long maxSilenceNanos =
                    peer.state() == AgentState.JOINING ? Math.max(STARTING_NANOS, silenceNanos) : silenceNanos;
            if (!peer.state().isOver() && peer.silentNanos(clock.nanoTime()) > maxSilenceNanos) {
                markLost(peer, "has not sent anything for " + maxSilenceNanos / 1_000_000_000L + " s.");
            }
        }
    }

    /** Records the clocks of agents on other hosts, once per interval. */
    void readClocks(long runNanos) {
        if (runNanos < nextClocksNanos) {
            return;
        }
        nextClocksNanos = runNanos + setup.plan().interval().toNanos();
        for (AgentPeer peer : peers) {
            if (!peer.state().isOver()) {
                peer.clock().ifPresent(clock -> log.telemetry(ClockTelemetry.samples(peer.name(), runNanos, clock)));
            }
        }
    }

    private void handle(AgentPeer peer, ToController message) {
        switch (message) {
            case ToController.Hello hello -> checkHello(peer, hello);
            case ToController.Calibrated calibrated -> {
                if (peer.drivesLoad()) {
                    calibrations.put(peer.name(), calibrated.calibration());
                }
                peer.changeState(AgentState.CALIBRATED);
            }
            case ToController.Ready ready -> {
                ready.versions()
                        .forEach((scope, ofScope) ->
                                ofScope.forEach((name, version) -> versions.computeIfAbsent(scope, _ -> new TreeMap<>())
                                        .merge(name, version, RunAgents::joined)));
                peer.changeState(AgentState.READY);
            }
            case ToController.Snapshot snapshot -> sink.accept(snapshot.interval());
            case ToController.ErrorsUpdate update -> sink.addErrors(peer.name(), update.scope(), update.errors());
            case ToController.AcknowledgedUpdate update ->
                sink.addAcknowledged(peer.name(), update.scope(), update.items());
            case ToController.Telemetry telemetry ->
                log.telemetry(HostsOfRun.withShownHost(shownHost(peer), telemetry.samples()));
            case ToController.AgentEvent event
            when faults.isFirst(peer.name(), event) ->
                log.eventAt(event.runNanos(), EventType.of(event.kind()), event.scope(), ShownText.of(event.message()));
            case ToController.AgentEvent _ -> {
                // Another agent has already reported this.
            }
            case ToController.Heartbeat heartbeat -> {
                // No action is needed.
            }
            case ToController.Finished finished -> peer.changeState(AgentState.FINISHED);
            case ToController.Failed failed -> {
                peer.changeState(AgentState.FAILED);
                fail(peer, failed.message(), EventType.FAULT);
            }
        }
    }

    private static String joined(String versions, String version) {
        return List.of(versions.split(" and ")).contains(version) ? versions : versions + " and " + version;
    }

    private void checkHello(AgentPeer peer, ToController.Hello hello) {
        if (hello.protocolVersion() != Message.PROTOCOL_VERSION || hello.spiVersion() != Message.SPI_VERSION) {
            refuse(
                    peer,
                    "Agent " + peer.name() + " uses protocol version " + hello.protocolVersion() + "/"
                            + hello.spiVersion() + ", this controller " + Message.PROTOCOL_VERSION + "/"
                            + Message.SPI_VERSION + ".");
        } else if (peer.drivesLoad() && !differing(hello.plugins()).isEmpty()) {
            refuse(
                    peer,
                    "Agent " + peer.name() + " has other plugins than this controller: "
                            + differing(hello.plugins())
                            + ". They were changed while the run began; run it again.");
        } else {
            peer.setHost(new HostsOfRun.Host(hello.host(), hello.running()), hello.processId());
            peer.changeState(AgentState.GREETED);
        }
    }

    /** Records the process of an agent. In containers, processes of two hosts often have the same number. */
    private void noteProcess(AgentPeer peer) {
        long processId = peer.processId();
        if (processId != ProcessHandle.current().pid() || !hosts.isOnControllerHost(peer.host())) {
            log.event(
                    new EventDetails.AgentProcess(processId, shownHost(peer)),
                    peer.scope(),
                    "Agent " + peer.name() + " runs in a process of its own, " + processId + " of host "
                            + shownHost(peer) + ".");
        }
    }

    /** The plugins of the run that differ between this process and an agent, separated by commas. */
    private String differing(Map<String, String> ofAgent) {
        return setup.catalog().plugins().stream()
                .filter(setup.plan()::uses)
                .filter(plugin -> !plugin.digest().equals(ofAgent.get(plugin.id())))
                .map(LoadedPlugin::id)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private void refuse(AgentPeer peer, String sentence) {
        peer.changeState(AgentState.FAILED);
        failures.add(ShownText.of(sentence));
    }

    private void markLost(AgentPeer peer, String why) {
        if (peer.state().isOver()) {
            return;
        }
        peer.changeState(AgentState.LOST);
        fail(peer, "Agent " + peer.name() + " " + why, EventType.AGENT_LOST);
    }

    /** The run fails, unless it has begun and the agent drives no load: then no figure of the load is missing. */
    private void fail(AgentPeer peer, String sentence, EventType type) {
        // The sentence contains text from the agent and is printed on a terminal.
        String shown = ShownText.of(sentence);
        boolean isNeeded = peer.drivesLoad() || !isPrepared;
        if (isNeeded) {
            failures.add(shown);
        }
        log.event(isNeeded ? type : EventType.OBSERVER_LOST, peer.scope(), shown);
    }

    void markRemainingLost(String why) {
        drivers().forEach(peer -> markLost(peer, why));
    }

    int count() {
        return peers.size();
    }

    /** Whether every agent that drives load has finished; the run does not wait for the others. */
    boolean areAllOver() {
        return drivers().allMatch(peer -> peer.state().isOver());
    }

    boolean mayDeliver() {
        return drivers().anyMatch(AgentPeer::mayDeliver);
    }

    Map<String, Calibration> calibrations() {
        return Map.copyOf(calibrations);
    }

    /** The versions of the programs that workloads run, by scope and name; joined by "and" if agents have different ones. */
    Map<String, Object> versions() {
        return Map.copyOf(versions);
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    /** Closes all agents in parallel, so that a hundred unreachable agents delay the end no longer than one does. */
    void close() throws InterruptedException {
        List<Thread> closing = new ArrayList<>();
        for (AgentPeer peer : peers) {
            closing.add(Thread.ofVirtual().name("close " + peer.name()).start(peer::close));
        }
        for (Thread thread : closing) {
            thread.join();
        }
    }
}
