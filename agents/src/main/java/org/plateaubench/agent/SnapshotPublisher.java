// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.AcknowledgedItems;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.ToController.AgentEvent;

/**
 * Publishes an interval snapshot at every multiple of the interval on the run's clock, and a last one at the end of the
 * run. The schedule does not drift: after a pause, overdue snapshots follow immediately, so that the sequence number
 * determines when the interval was due.
 */
final class SnapshotPublisher implements Runnable {
    static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String agent;
    private final long intervalNanos;
    private final List<AgentWorkload> workloads;
    private final NanoClock runClock;
    private final Supplier<AgentHealth> health;
    private final Supplier<HostCpuMeter.@Nullable Shares> host;
    private final EventQueue events;
    private final Outbox outbox;
    private volatile boolean isEnding;
    private long sequence;
    private long startNanos;

    SnapshotPublisher(
            String agent,
            long intervalNanos,
            List<AgentWorkload> workloads,
            NanoClock runClock,
            Supplier<AgentHealth> health,
            Supplier<HostCpuMeter.@Nullable Shares> host,
            EventQueue events,
            Outbox outbox) {
        this.agent = agent;
        this.intervalNanos = intervalNanos;
        this.workloads = workloads;
        this.runClock = runClock;
        this.health = health;
        this.host = host;
        this.events = events;
        this.outbox = outbox;
    }

    @Override
    public void run() {
        while (awaitDue()) {
            publish(false);
        }
        publish(true);
    }

    void end() {
        isEnding = true;
    }

    /**
     * Waits for the end of the interval. Returns false if the run has ended first. Sends heartbeats during a long
     * interval, so that the controller does not consider the agent lost.
     */
    private boolean awaitDue() {
        long dueNanos = (sequence + 1) * intervalNanos;
        while (!isEnding) {
            try {
                long nowNanos = runClock.nanoTime();
                if (dueNanos - nowNanos <= HEARTBEAT_NANOS) {
                    runClock.parkUntil(dueNanos);
                    return !isEnding;
                }
                runClock.parkUntil(nowNanos + HEARTBEAT_NANOS);
                outbox.post(new ToController.Heartbeat(runClock.nanoTime()));
            } catch (InterruptedException e) {
                // Only the end of the run may interrupt the schedule, and it sets the flag first.
            }
        }
        return false;
    }

    private void publish(boolean last) {
        List<WorkloadInterval> intervals = new ArrayList<>(workloads.size());
        for (AgentWorkload workload : workloads) {
            intervals.add(workload.drain());
            workload.newGaugeFailures()
                    .forEach((gauge, cause) -> events.add(new AgentEvent(
                            AgentEvent.Kind.FAULT,
                            runClock.nanoTime(),
                            workload.scope(),
                            "gauge " + gauge + " is missing: " + cause)));
        }
        // An agent that has no users ends before the run's clock has begun.
        long endNanos = Math.max(startNanos, runClock.nanoTime());
        AgentHealth agentHealth = health.get();
        outbox.post(new ToController.Snapshot(
                new IntervalSnapshot(agent, sequence, startNanos, endNanos, last, intervals, agentHealth)));
        for (AgentWorkload workload : workloads) {
            List<DistinctErrors.Entry> changed = workload.changedErrors();
            if (!changed.isEmpty()) {
                outbox.post(new ToController.ErrorsUpdate(workload.scope(), changed));
            }
            Map<String, AcknowledgedItems.Collected> collected = last ? workload.acknowledged() : Map.of();
            if (!collected.isEmpty()) {
                outbox.post(new ToController.AcknowledgedUpdate(workload.scope(), collected));
            }
        }
        outbox.post(new ToController.Telemetry(telemetry(endNanos, agentHealth)));
        for (AgentEvent event : events.drain(agent, endNanos)) {
            outbox.post(event);
        }
        sequence++;
        startNanos = endNanos;
    }

    private List<TelemetrySample> telemetry(long nowNanos, AgentHealth agentHealth) {
        String source = "agent/" + agent;
        List<TelemetrySample> samples = new ArrayList<>();
        if (agentHealth.hostCpuShare() >= 0) {
            samples.add(new TelemetrySample(
                    nowNanos, HostCpuMeter.SOURCE, "cpu", agentHealth.hostCpuShare(), "share", false));
        }
        HostCpuMeter.Shares shares = host.get();
        if (shares != null) {
            samples.add(new TelemetrySample(
                    nowNanos, HostCpuMeter.SOURCE, HostCpuMeter.STEAL, shares.steal(), "share", false));
            if (shares.others() >= 0) {
                samples.add(new TelemetrySample(
                        nowNanos, HostCpuMeter.SOURCE, HostCpuMeter.OTHERS, shares.others(), "share", false));
            }
        }
        samples.add(new TelemetrySample(nowNanos, source, "cpu", agentHealth.processCpuShare(), "share", false));
        samples.add(new TelemetrySample(nowNanos, source, "heap", agentHealth.heapUsedBytes(), "bytes", false));
        return samples;
    }
}
