// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.ControlGroupTelemetry;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.measure.host.ProgramTelemetry;
import org.plateaubench.measure.timeline.PhaseTimeline;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.ToController.AgentEvent;

/** A run in which an agent only observes its host, until the end of ramp-down. Not thread-safe. */
final class ObservedHost implements FollowedRun {
    /** Time between two checks for messages of the controller; each takes processor time of the observed host. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /**
     * Time between heartbeats, which are needed when the interval between samples is longer. The controller considers
     * an agent lost after 15 s without a message.
     */
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private final String agent;
    private final ToAgent.Observe observe;
    private final NanoClock runClock;
    private final PhaseTimeline timeline;
    private final EventQueue events;
    private final Outbox outbox;
    private final SutTelemetry telemetry;
    private final ControlGroupTelemetry groups;
    private long lastHeartbeatNanos;

    ObservedHost(String agent, ToAgent.Observe observe, NanoClock runClock, EventQueue events, Outbox outbox) {
        this.agent = agent;
        this.observe = observe;
        this.runClock = runClock;
        this.events = events;
        this.outbox = outbox;
        timeline = new PhaseTimeline(observe.phases());
        telemetry = new SutTelemetry(runClock, observe.intervalNanos(), events, outbox);
        groups = new ControlGroupTelemetry(observe.controlGroups());
    }

    void start() {
        List<String> missing = groups.missing();
        if (!missing.isEmpty()) {
            note("This host has no control group " + String.join(", ", missing)
                    + " that could be sampled: name it as below /sys/fs/cgroup, which must be of version 2.");
        }
        ProgramTelemetry programs = new ProgramTelemetry(observe.processes(), runClock::nanoTime);
        telemetry.observe(
                observe.observesHost() ? new HostTelemetry(runClock::nanoTime, HostTelemetry.Cost.PROCESS) : null,
                List.of(programs::sample, groups::sample));
    }

    private void note(String message) {
        events.add(new AgentEvent(AgentEvent.Kind.FAULT, runClock.nanoTime(), "agent/" + agent, message));
    }

    @Override
    public boolean hasEnded() {
        return runClock.nanoTime() >= timeline.issueEndNanos();
    }

    @Override
    public void awaitEnd() throws InterruptedException {
        long now = runClock.nanoTime();
        if (now - lastHeartbeatNanos >= HEARTBEAT_NANOS) {
            lastHeartbeatNanos = now;
            outbox.post(new ToController.Heartbeat(now));
            events.drain(agent, now).forEach(outbox::post);
        }
        runClock.parkUntil(Math.min(now + LOOK_NANOS, timeline.issueEndNanos()));
    }

    @Override
    public PhaseTimeline timeline() {
        return timeline;
    }

    @Override
    public void unexpected(@Nullable ToAgent message) {
        String kind = message == null ? "nothing" : message.getClass().getSimpleName();
        note("The controller sent " + kind + " while the run went on.");
    }

    /** Releases all resources within a bounded time. */
    void close() throws InterruptedException {
        telemetry.close();
    }
}
