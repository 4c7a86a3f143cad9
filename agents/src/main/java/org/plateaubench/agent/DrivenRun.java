// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.plateaubench.api.SutAddress;
import org.plateaubench.drive.InFlightSampler;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginOutput;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.AgentHealthMeter;
import org.plateaubench.measure.host.CpuMeter;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.measure.host.ProcessTelemetry;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.ToController.AgentEvent;

/**
 * The workloads of one agent while they are driven. An agent without workloads only reports about its host, until the
 * end of ramp-down, and uses few resources of that host. Not thread-safe.
 */
final class DrivenRun {
    /** Long because each check takes processor time from the load. */
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Enough for an agent without workloads, which is lost after 15 s without a message. */
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final Duration PUBLISHER_DEADLINE = Duration.ofSeconds(10);

    /** Time to catch up with operations due during the collection, which takes at most some tenths of a second. */
    private static final long CATCH_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Shortest ramp-up with enough time for the collection; runs with a shorter one are of class dev anyway. */
    private static final long MIN_RAMP_UP_NANOS = TimeUnit.SECONDS.toNanos(6);

    private final String agent;
    private final List<AgentWorkload> workloads;
    private final NanoClock runClock;
    private final PhaseTimeline timeline;
    private final EventQueue events;
    private final Outbox outbox;
    private final ToAgent.Prepare prepare;
    private final AgentHealthMeter health;
    private final SnapshotPublisher publisher;
    private final Thread publisherThread;
    private final InFlightSampler sampler;
    private final Thread samplerThread;
    private final SutTelemetry telemetry;
    private long collectHeapNanos;
    private long lastHeartbeatNanos;
    private boolean hasEnded;

    DrivenRun(
            String agent,
            ToAgent.PlanSlice plan,
            List<AgentWorkload> workloads,
            NanoClock runClock,
            EventQueue events,
            Outbox outbox,
            ToAgent.Prepare prepare) {
        this.agent = agent;
        this.workloads = workloads;
        this.runClock = runClock;
        this.events = events;
        this.outbox = outbox;
        this.prepare = prepare;
        timeline = new PhaseTimeline(plan.phases());
        long rampUpNanos = plan.phases().rampUp().toNanos();
        collectHeapNanos = rampUpNanos < MIN_RAMP_UP_NANOS ? Long.MAX_VALUE : rampUpNanos - CATCH_UP_NANOS;
        health = new AgentHealthMeter(runClock);
        publisher = new SnapshotPublisher(
                agent,
                plan.intervalNanos(),
                workloads,
                runClock,
                health::take,
                new HostCpuMeter(CpuMeter.cpuNanos(harnessProcesses(prepare)))::take,
                events,
                outbox);
        publisherThread =
                Thread.ofPlatform().daemon().name("plateau-snapshots").unstarted(runClock.participating(publisher));
        sampler = new InFlightSampler(runClock, timeline, plan.seed(), agent, health::recordLateWakeUp);
        samplerThread =
                Thread.ofPlatform().daemon().name("plateau-in-flight").unstarted(runClock.participating(sampler));
        telemetry = new SutTelemetry(runClock, plan.intervalNanos(), events, outbox);
    }

    void start(PluginCatalog catalog, Map<String, SutAddress> suts) throws AgentFailure, InterruptedException {
        for (AgentWorkload workload : workloads) {
            workload.start(runClock, timeline, listener(workload.scope()), sampler);
        }
        if (!workloads.isEmpty()) {
            samplerThread.start();
            publisherThread.start();
        }
        observe();
        telemetry.start(catalog, suts, new SutTelemetry.Sources(agent, prepare.samplesSuts()), prepare.sutProcesses());
    }

    private void observe() {
        ProcessTelemetry named = new ProcessTelemetry(prepare.processes(), prepare.controlGroups(), runClock::nanoTime);
        List<String> missing = named.missingGroups();
        if (!missing.isEmpty()) {
            note(
                    AgentEvent.Kind.FAULT,
                    "agent/" + agent,
                    "This host has no control group " + String.join(", ", missing)
                            + " that could be sampled: name it as below /sys/fs/cgroup, which must be of version 2.");
        }
        LongSupplier cost = workloads.isEmpty() ? HostTelemetry::processCpuNanos : HostTelemetry::threadCpuNanos;
        HostTelemetry host = prepare.observesHost() ? new HostTelemetry(runClock::nanoTime, cost) : null;
        if (host != null || !named.isEmpty()) {
            telemetry.observe(named, host);
        }
    }

    /** The processes of the harness and of SUTs on this host; all others belong to other programs. */
    private static List<Long> harnessProcesses(ToAgent.Prepare prepare) {
        Set<Long> processIds =
                new LinkedHashSet<>(List.of(ProcessHandle.current().pid()));
        processIds.addAll(prepare.harnessProcesses());
        prepare.sutProcesses().values().forEach(processIds::addAll);
        return List.copyOf(processIds);
    }

    private RunListener listener(String scope) {
        return new RunListener() {
            @Override
            public void userFailed(int user, String what) {
                note(AgentEvent.Kind.USER_FAILED, scope, "User " + user + ": " + what);
            }

            @Override
            public void fault(String what) {
                note(AgentEvent.Kind.FAULT, scope, what);
            }

            @Override
            public void pluginThrew(Throwable fault) {
                PluginOutput.ofProcess().record("workload " + scope, fault);
            }
        };
    }

    private void note(AgentEvent.Kind kind, String scope, String message) {
        events.add(new AgentEvent(kind, runClock.nanoTime(), scope, message));
    }

    boolean hasEnded() {
        return hasEnded;
    }

    void awaitEnd() throws InterruptedException {
        long now = runClock.nanoTime();
        if (workloads.isEmpty()) {
            awaitEndOfPlan(now);
            return;
        }
        collectHeap(now);
        long deadline = now + POLL_NANOS;
        boolean haveAllEnded = true;
        for (AgentWorkload workload : workloads) {
            haveAllEnded &= workload.awaitEnd(deadline);
        }
        hasEnded = haveAllEnded;
    }

    private void awaitEndOfPlan(long now) throws InterruptedException {
        if (now - lastHeartbeatNanos >= HEARTBEAT_NANOS) {
            lastHeartbeatNanos = now;
            outbox.post(new ToController.Heartbeat(now));
            events.drain(agent, now).forEach(outbox::post);
        }
        runClock.parkUntil(Math.min(now + POLL_NANOS, timeline.issueEndNanos()));
        hasEnded = runClock.nanoTime() >= timeline.issueEndNanos();
    }

    PhaseTimeline timeline() {
        return timeline;
    }

    /** Closes the users before the last snapshot, so that the snapshot contains everything that was recorded. */
    void close() throws InterruptedException {
        workloads.forEach(AgentWorkload::closeUsers);
        sampler.end();
        samplerThread.interrupt();
        telemetry.close();
        if (publisherThread.isAlive()) {
            publisher.end();
            publisherThread.interrupt();
            if (!publisherThread.join(PUBLISHER_DEADLINE)) {
                note(AgentEvent.Kind.FAULT, "agent/" + agent, "The last snapshot was not taken in time.");
            }
        }
        health.close();
    }

    /**
     * Runs a full garbage collection once, shortly before the steady state. Until then, objects that the users of a
     * large run keep for its length are young, and a copying collector would copy them repeatedly during the steady
     * state, with pauses of tens of milliseconds. After this collection, few live objects are young.
     */
    private void collectHeap(long now) {
        if (now >= collectHeapNanos) {
            // Otherwise too little time remains to catch up.
            if (now < collectHeapNanos + CATCH_UP_NANOS / 2) {
                System.gc();
            }
            collectHeapNanos = Long.MAX_VALUE;
        }
    }
}
