// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.run.RunSuts.FailedSut;
import org.plateaubench.engine.run.RunSuts.SutMonitor;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventDetails.SutFailure;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.wire.ToAgent;

/**
 * Executes a run: starts SUTs, checks and prepares data, sends agents their slices and a common origin, follows the
 * phases, drains operations in flight, reconciles data, stops SUTs. One run per instance, on the thread that calls
 * {@link #run}; {@link Interruption} may be used on any thread.
 */
public final class RunController {
    /** The time between the start message and the start, in which every agent creates its users. */
    private static final long LEAD_NANOS = Duration.ofMillis(500).toNanos();

    private static final long LEAD_PER_USER_NANOS = 3_000;
    /** Additional time for each agent, because the start message must reach the last of many before the start. */
    private static final long LEAD_PER_AGENT_NANOS = Duration.ofNanos(500_000).toNanos();

    /** Each reading of messages takes processor time from the load of an agent in this process. */
    private static final long POLL_NANOS = Duration.ofMillis(50).toNanos();

    private static final long TICK_NANOS = Duration.ofMillis(100).toNanos();
    /** Time for agents to close their drivers and sessions after the drain. */
    private static final long OVERTIME_NANOS = Duration.ofMinutes(1).toNanos();

    private final RunSetup setup;
    private final NanoClock clock;
    private final IntervalAggregator sink;
    private final RunLog log;
    private final Interruption interruption;
    /** Receives all known facts whenever there are new ones. */
    private final Consumer<EnvironmentFacts> environment;

    private final RunSuts suts;
    private final RunData data;
    private final RunAgents agents;
    private final List<String> problems = new ArrayList<>();
    private final Set<String> interruptions = new LinkedHashSet<>();
    private final Set<String> failedSuts = new LinkedHashSet<>();
    private boolean isDriving;
    private boolean isRampingDown;
    private boolean isStopping;

    /** The facts about SUTs, data, programs and agents that become known during a run. */
    public record EnvironmentFacts(
            Map<String, Object> suts,
            Map<String, Object> data,
            Map<String, Object> programs,
            Map<String, Calibration> calibrations) {
        public static final EnvironmentFacts EMPTY = new EnvironmentFacts(Map.of(), Map.of(), Map.of(), Map.of());
    }

    public RunController(
            RunSetup setup,
            NanoClock clock,
            RunJournal journal,
            IntervalAggregator sink,
            RunObserver observer,
            Interruption interruption,
            Consumer<EnvironmentFacts> environment) {
        this.setup = setup;
        this.clock = clock;
        this.sink = sink;
        this.interruption = interruption;
        this.environment = environment;
        log = new RunLog(journal, observer);
        suts = new RunSuts(setup, log);
        data = new RunData(setup, suts, log);
        agents = new RunAgents(setup, suts, clock, sink, log);
    }

    /** Executes the run. In any case SUTs are stopped, agents are released and the end is recorded. */
    public RunEnd run() throws InterruptedException {
        RunEnd end = new RunEnd(RunEnd.Status.CRASHED, List.of("The harness failed; its output has the cause."));
        try {
            log.event(EventType.RUN_STARTED, "", "Run " + setup.runId() + " has started.");
            end = execute();
        } finally {
            agents.sendToAll(new ToAgent.Abort("The run is over."));
            agents.close();
            suts.stop();
            log.event(end.event(), "", end.message());
        }
        return end;
    }

    private RunEnd execute() throws InterruptedException {
        try {
            prepare();
            drive();
            data.reconcile(sink);
            suts.failures().forEach(this::noteFailure);
        } catch (RunFailure e) {
            problems.addAll(e.sentences());
        } finally {
            data.close();
        }
        return end();
    }

    private RunEnd end() {
        String failure = log.journal().failure();
        if (failure != null) {
            problems.add(failure);
        }
        String cause = interruption.failure();
        if (cause != null) {
            return new RunEnd(failed(), List.of(cause));
        }
        // An effect of an interruption, such as a cancelled preparation, does not count as a failure.
        if (interruption.isRequested() && failure == null) {
            if (interruptions.isEmpty()) {
                noteInterruption("stop");
            }
            String by = interruption.by();
            return new RunEnd(
                    RunEnd.Status.STOPPED,
                    List.of("The run was interrupted" + (by.isEmpty() ? "." : " by " + by + ".")),
                    by);
        }
        return new RunEnd(problems.isEmpty() ? RunEnd.Status.COMPLETED : failed(), problems);
    }

    private RunEnd.Status failed() {
        return isDriving ? RunEnd.Status.BROKEN_OFF : RunEnd.Status.NOT_STARTED;
    }

    private void noteInterruption(String how) {
        if (interruptions.add(how)) {
            log.event(new EventDetails.Interrupted(how), "", "The run was asked to end: " + how + ".");
        }
    }

    /** Whether the run ends early. Before the clock runs there is no load to ramp down, so one request is enough. */
    private boolean isStopped() {
        return interruption.isRequested() || log.journal().failure() != null;
    }

    private void prepare() throws RunFailure, InterruptedException {
        log.prepare();
        setup.plan().notes().forEach(note -> log.event(EventType.PREFLIGHT_NOTE, "", note));
        agents.awaitCalibrated(this::isStopped);
        report(Map.of());
        suts.start(this::isStopped);
        Map<String, Object> configurations = suts.configurations();
        report(configurations);
        data.prepare(setup.plan().workloads(), this::isStopped);
        report(configurations);
        agents.prepare(this::isStopped);
        report(configurations);
        if (isStopped()) {
            throw new RunFailure("The run was cancelled before it began.");
        }
    }

    /** Reports all facts that are known. */
    private void report(Map<String, Object> configurations) {
        environment.accept(
                new EnvironmentFacts(configurations, data.facts(), agents.versions(), agents.calibrations()));
    }

    private void drive() throws InterruptedException {
        isDriving = true;
        long origin = clock.nanoTime() + leadNanos();
        NanoClock runClock = clock.startingAt(origin);
        log.journal().clockStarted(origin);
        agents.sendToAll(new ToAgent.Start(origin));
        PhaseFollower phases = new PhaseFollower(setup.plan().phases(), log);
        try (SutMonitor monitor = new SutMonitor(suts.monitored(), clock)) {
            follow(runClock, phases, monitor);
        }
        sink.finish(Math.min(runClock.nanoTime(), phases.timeline().issueEndNanos()));
        problems.addAll(agents.failures());
    }

    private long leadNanos() {
        long users = setup.plan().workloads().stream()
                .flatMap(workload -> workload.shares().stream())
                .mapToLong(AgentShare::users)
                .sum();
        return LEAD_NANOS + users * LEAD_PER_USER_NANOS + agents.count() * LEAD_PER_AGENT_NANOS;
    }

    private void follow(NanoClock runClock, PhaseFollower phases, SutMonitor monitor) throws InterruptedException {
        long nextTick = 0;
        while (!agents.areAllOver()
                || (agents.mayDeliver()
                        && runClock.nanoTime() < phases.timeline().drainEndNanos())) {
            agents.handleMessages();
            long now = runClock.nanoTime();
            agents.readClocks(now);
            // Agents need not deliver intervals that begin after the end of the drain.
            sink.advance(Math.min(now, phases.timeline().drainEndNanos()));
            for (FailedSut failed = monitor.next(); failed != null; failed = monitor.next()) {
                noteFailure(failed);
            }
            sendRequests(now, phases);
            phases.follow(now);
            if (now > phases.timeline().drainEndNanos() + OVERTIME_NANOS) {
                agents.markRemainingLost("has not ended after the drain.");
            }
            if (now >= nextTick) {
                log.observer().tick(now);
                nextTick = now + TICK_NANOS;
            }
            runClock.parkUntil(now + POLL_NANOS);
        }
        phases.follow(runClock.nanoTime());
    }

    /** Reports the failure of a SUT: once if it ended; if external and not answering, perhaps again at the end. */
    private void noteFailure(FailedSut failed) {
        boolean hasNotAnswered = failed.failure() == SutFailure.AT_THE_END && suts.isExternal(failed.scope());
        if (failedSuts.add(failed.scope()) || hasNotAnswered) {
            log.event(
                    new EventDetails.SutFailed(failed.failure()),
                    failed.scope(),
                    "The SUT has failed: " + failed.detail());
        }
    }

    private void sendRequests(long now, PhaseFollower phases) {
        if (!isStopping && (interruption.isStopRequested() || log.journal().failure() != null)) {
            isStopping = true;
            agents.sendToAll(new ToAgent.Stop(now));
            phases.timeline().stopIssuingAt(now);
            if (interruption.isStopRequested()) {
                noteInterruption("stop");
            }
        } else if (!isRampingDown && !isStopping && (interruption.isRequested() || interruption.isAborted())) {
            isRampingDown = true;
            agents.sendToAll(new ToAgent.EndSteady(now));
            phases.timeline().endSteadyAt(now);
            noteInterruption(interruption.isRequested() ? "ramp-down" : EventDetails.Interrupted.CERTAIN_FAILURE);
        }
    }

    /** Agents apply interruptions to their own timelines; this only determines reported phases. Not thread-safe. */
    static final class PhaseFollower {
        private static final List<Phase> ALL = List.of(Phase.RAMP_UP, Phase.STEADY, Phase.RAMP_DOWN, Phase.DRAIN);

        private final PhaseTimeline timeline;
        private final RunLog log;
        private final Deque<Phase> remaining = new ArrayDeque<>(ALL);

        PhaseFollower(PhaseTimes phases, RunLog log) {
            this.timeline = new PhaseTimeline(phases);
            this.log = log;
        }

        PhaseTimeline timeline() {
            return timeline;
        }

        /** Does not report the phases with the given labels, which were reported before. */
        void skip(Set<String> labels) {
            remaining.removeIf(phase -> labels.contains(phase.label()));
        }

        void follow(long runNanos) {
            PhaseTimes times = timeline.current();
            List<Long> edges = List.of(
                    0L, times.steadyStartNanos(), times.steadyEndNanos(), times.issueEndNanos(), times.drainEndNanos());
            while (!remaining.isEmpty() && runNanos >= edges.get(ALL.indexOf(remaining.getFirst()))) {
                Phase phase = remaining.removeFirst();
                if (timeline.takesPlace(phase)) {
                    int number = ALL.indexOf(phase);
                    log.phase(phase, edges.get(number), edges.get(number + 1));
                }
            }
        }
    }
}
