// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.FixedClock;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.IntervalAggregator;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WindowTimeline;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.RecordedLine;
import org.plateaubench.measure.recorder.ScheduleRecorder;
import org.plateaubench.measure.recorder.WorkloadRecorder;

/**
 * A run of many tiles in virtual time: real recorders, the real aggregator and the real writer, with times that are
 * lognormal.
 */
final class LargeRun {
    private static final long SECOND = 1_000_000_000L;
    private static final List<String> WORKLOADS = List.of("store", "mail", "web", "cache");
    private static final double MEDIAN_NANOS = 4e6;
    private static final double SIGMA = 0.6;
    /** Orders per second of a workload; an order is five operations on average. */
    private static final int ORDERS_PER_SECOND = 10;

    private final Path folder;
    private final RunPlan plan;
    private final WindowTimeline windows;
    private final SplittableRandom random = new SplittableRandom(17);
    private final List<WorkloadRecorder> recorders = new ArrayList<>();
    private final List<List<WorkloadInterval>> recorded = new ArrayList<>();
    private final IdentityHashMap<WorkloadRecorder, ScheduleRecorder> schedules = new IdentityHashMap<>();
    private final FixedClock clock = new FixedClock(Instant.parse("2026-11-21T10:00:00Z"));

    /** Plans a run. */
    LargeRun(Path folder, int tiles, Duration steady, Duration interval) {
        this.folder = folder;
        TestPlan testPlan = new TestPlan();
        testPlan.name = "large";
        testPlan.runClass = RunClass.DEV;
        testPlan.steady = steady;
        testPlan.interval = interval;
        testPlan.periods = 3;
        testPlan.rampUp = interval;
        testPlan.rampDown = interval;
        testPlan.limits.put("purchase", List.of("p95 < 500ms"));
        for (int tile = 1; tile <= tiles; tile++) {
            for (String workload : WORKLOADS) {
                testPlan.store(tile, workload);
            }
        }
        plan = testPlan.build();
        windows = new WindowTimeline(
                new PhaseTimeline(plan.phases()), plan.workloads().getFirst().steadyBoundaries());
    }

    /** Number of recorded intervals; later ones repeat the figures of the last {@link #REPEATED}. */
    private static final int RECORDED = 12;

    private static final int REPEATED = 8;
    /** Interval, in seconds, at which the agent pauses for long enough to cause an event. */
    private static final int PAUSE_EVERY = 20;

    /** Writes the run and reads it back. */
    StoredRun write() throws IOException {
        Files.createDirectories(folder);
        clock.set(-SECOND);
        try (RunWriter writer = new RunWriter(RunFolder.of(folder), clock)) {
            writer.file(StoredFile.PLAN, plan.canonicalText());
            writer.file(StoredFile.ENVIRONMENT, "{}");
            writer.event(EventType.RUN_STARTED, "", "The run was started.");
            clock.set(0);
            writer.clockStarted(0);
            drive(writer);
            writer.event(new EventDetails.RunEnded("completed", "", false), "", "The run ended.");
        }
        return RunReader.read(folder);
    }

    private void drive(RunWriter writer) {
        for (PlannedWorkload workload : plan.workloads()) {
            List<RecordedLine> lines = new ArrayList<>();
            workload.operations()
                    .forEach(operation -> lines.add(new RecordedLine(operation.name(), LineInterval.Kind.OPERATION)));
            lines.add(new RecordedLine("order", LineInterval.Kind.UNIT));
            recorders.add(new WorkloadRecorder(
                    workload.tile(),
                    workload.name(),
                    lines,
                    workload.measures(),
                    Math.max(1, workload.parts().size())));
        }
        long length = plan.interval().toNanos();
        IntervalAggregator aggregator =
                new IntervalAggregator(List.of("local"), length, length, writer, RunObserver.NONE);
        PhaseTimes phases = plan.phases();
        long end = phases.issueEndNanos();
        for (long start = 0; start < end; start += length) {
            clock.set(start);
            phase(writer, start, phases);
            long sequence = start / length;
            long from = start;
            List<WorkloadInterval> workloads = new ArrayList<>();
            if (sequence < RECORDED) {
                recorders.forEach(recorder -> {
                    orders(recorder, from, from + length);
                    workloads.add(recorder.drain(new WorkloadInterval.Levels(16, 1 + (int) (from % 3), 0, 0))
                            .with(schedule(recorder).drain(length, 0)));
                });
                recorded.add(workloads);
            } else {
                PhaseWindow window = windows.windowAt(from);
                recorded.get(RECORDED - REPEATED + (int) (sequence % REPEATED))
                        .forEach(workload -> workloads.add(moved(window, workload)));
            }
            long now = start + length;
            clock.set(now);
            aggregator.accept(new IntervalSnapshot(
                    "local",
                    sequence,
                    start,
                    now,
                    now >= end,
                    workloads,
                    new AgentHealth(
                            SECOND / 1000, sequence % PAUSE_EVERY == 0 ? SECOND / 80 : 0, 0.1, 0.3, 90_000_000, 40)));
            aggregator.advance(now);
        }
        aggregator.finish(end);
        phase(writer, end, phases);
    }

    /** The same measurements in another window. */
    private static WorkloadInterval moved(PhaseWindow window, WorkloadInterval workload) {
        return new WorkloadInterval(
                workload.tile(),
                workload.workload(),
                workload.lines().stream()
                        .map(line -> new LineInterval(
                                line.line(),
                                line.kind(),
                                window,
                                line.counts(),
                                line.errorsByClass(),
                                line.declinedByReason(),
                                line.response(),
                                line.service(),
                                line.error()))
                        .toList(),
                workload.lags().stream()
                        .map(lag -> new LagInterval(window, lag.dispatch(), lag.completion(), lag.wakeUp()))
                        .toList(),
                workload.levels(),
                new ScheduleInterval(
                        workload.schedule().draws().stream()
                                .map(draws -> new ScheduleInterval.Draws(
                                        window, draws.choices(), draws.gapNanos(), draws.freeGaps()))
                                .toList(),
                        workload.schedule().flow()),
                workload.counters(),
                workload.gauges());
    }

    private static void phase(RunWriter writer, long start, PhaseTimes phases) {
        Map<Long, Phase> starts = Map.of(
                0L,
                Phase.RAMP_UP,
                phases.steadyStartNanos(),
                Phase.STEADY,
                phases.steadyEndNanos(),
                Phase.RAMP_DOWN,
                phases.issueEndNanos(),
                Phase.DRAIN);
        Phase phase = starts.get(start);
        if (phase != null) {
            writer.event(new EventDetails.PhaseBegan(phase.label()), "", "Phase.");
        }
    }

    private ScheduleRecorder schedule(WorkloadRecorder recorder) {
        int parts = Math.max(1, plan.workloads().getFirst().parts().size());
        return schedules.computeIfAbsent(recorder, key -> new ScheduleRecorder(20, 1, parts));
    }

    private void orders(WorkloadRecorder recorder, long from, long until) {
        long gap = SECOND / ORDERS_PER_SECOND;
        for (long due = from + random.nextLong(gap); due < until; due += gap) {
            long at = operation(recorder, random.nextInt(5) == 0 ? 1 : 0, due);
            for (int i = random.nextInt(5); i >= 0; i--) {
                at = operation(recorder, 2 + random.nextInt(3), at);
            }
            at = operation(recorder, 5, at);
            recorder.issued(6, windows.windowAt(due));
            recorder.ok(6, windows.windowAt(due), due, due + 50_000, at, windows.windowAt(at));
            PhaseWindow window = windows.windowAt(due);
            ScheduleRecorder schedule = schedule(recorder);
            for (int cell = 0; cell < 8; cell++) {
                schedule.chosen(window, random.nextInt(20));
            }
            schedule.drawn(window, 0, gap);
            schedule.freeGap(window, gap, gap + 1000);
            schedule.started(gap);
            schedule.ended(50_000);
            recorder.counter(0, 3);
        }
    }

    private long operation(WorkloadRecorder recorder, int line, long due) {
        PhaseWindow window = windows.windowAt(due);
        long lag = (long) (60_000 * Math.exp(0.5 * random.nextGaussian()));
        long end = due + lag + (long) (MEDIAN_NANOS * (line + 1) * Math.exp(SIGMA * random.nextGaussian()));
        recorder.issued(line, window);
        recorder.dispatchLag(window, lag);
        recorder.completionLag(window, lag / 2);
        recorder.ok(line, window, due, due + lag, end, windows.windowAt(end));
        return end;
    }
}
