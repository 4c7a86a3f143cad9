// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.drive.InFlightSampler;
import org.plateaubench.drive.WorkloadRun;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.RunWriter;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.ManualClock;

/** A run through the real drive, recorder, store and judge; a test may plant a fault between them. */
final class ReferenceRun {
    static final long SECOND = 1_000_000_000L;
    static final AgentHealth UNLOADED = new AgentHealth(
            1_000_000, 2_000_000, 0.1, 0.2, 90_000_000, 40, new CpuUse(0.2, 0.1, 0.02, 0.03, 2, 0.001, 100, 0));
    private static final String SCOPE = "1/" + ReferencePlan.WORKLOAD;
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

    final ReferencePlan planned = new ReferencePlan();
    /** The plan that the agent drives; a test may drive another one. */
    DriveSpec slice = planned.slice();

    NanoClock clock = new ManualClock(0);
    /** The clock that the drive uses, if it is not the clock of the run. */
    @Nullable
    NanoClock driveClock;
    /** Changes an interval on its way to the store; null drops it. */
    IntervalChange intervalChange = (sequence, interval) -> interval;

    UnaryOperator<AgentHealth> health = unloaded -> unloaded;
    /** How far the run's clock in the intervals jumps ahead after half of the run. */
    long runClockStepNanos;
    /** How far the wall clock jumps ahead after half of the run. */
    Duration wallStep = Duration.ZERO;
    /** The number of rows of the SUT at the end, when the plugin compares it. */
    SutCount sutCount = sent -> sent;

    private long ok;
    private long sequence;
    private long intervalStartNanos;
    private final Path folder;

    /** Changes an interval. */
    @FunctionalInterface
    interface IntervalChange {
        @Nullable
        WorkloadInterval apply(long sequence, WorkloadInterval interval);
    }

    /** The data of a SUT after the given requests. */
    @FunctionalInterface
    interface SutCount {
        long of(long sent);
    }

    ReferenceRun(Path folder) {
        this.folder = folder;
    }

    /** An interval with other lines. */
    static WorkloadInterval with(WorkloadInterval interval, List<LineInterval> lines) {
        return new WorkloadInterval(
                interval.tile(),
                interval.workload(),
                lines,
                interval.lags(),
                interval.levels(),
                interval.schedule(),
                interval.counters(),
                interval.gauges());
    }

    /** Makes the agent drive the plan, which a test has changed. */
    ReferenceRun driveAsPlanned() {
        slice = planned.slice();
        return this;
    }

    /** Runs, stores and judges. */
    Judgement carryOut(WorkloadSession session) throws Exception {
        RunPlan plan = planned.plan();
        Files.createDirectories(folder);
        WallClock wall = new WallClock(clock, plan.phases().steadyEndNanos() / 2);
        try (RunWriter writer = new RunWriter(RunFolder.of(folder), wall)) {
            writer.file(StoredFile.PLAN, plan.canonicalText());
            writer.file(StoredFile.ENVIRONMENT, "{}");
            writer.event(EventType.RUN_STARTED, "", "The run was started.");
            writer.clockStarted(0);
            drive(plan, session, writer);
            long rows = sutCount.of(ok);
            Reconciliation row = new Reconciliation("rows", ok, rows, 0);
            writer.event(EventDetails.ComparedData.of(row, ""), SCOPE, "rows compared.");
            writer.event(new EventDetails.RunEnded("completed", "", false), "", "The run ended.");
        }
        return judge();
    }

    Judgement judge() throws IOException {
        return Judge.judge(RunReader.read(folder));
    }

    private void drive(RunPlan plan, WorkloadSession session, RunWriter writer) throws Exception {
        WorkloadRecorder recorder = new WorkloadRecorder(
                1,
                ReferencePlan.WORKLOAD,
                WorkloadRun.recordedSeries(slice.definition()),
                List.of(),
                slice.steadyBoundaries().size() + 1);
        List<String> faults = new ArrayList<>();
        PhaseTimeline timeline = new PhaseTimeline(plan.phases());
        WorkloadRun run = new WorkloadRun(
                slice, session, recorder, driveClock == null ? clock : driveClock, timeline, new RunListener() {
                    @Override
                    public void userFailed(int user, String message) {
                        faults.add(message);
                    }

                    @Override
                    public void fault(String message) {
                        faults.add(message);
                    }
                });
        AtomicBoolean isOver = new AtomicBoolean();
        Runnable publisher = clock.participating(() -> publish(plan, run, writer, isOver));
        InFlightSampler sampler = new InFlightSampler(clock, timeline, plan.seed(), "local", late -> {});
        sampler.add(run);
        Runnable sampling = clock.participating(sampler);
        run.start();
        Thread samplerThread = Thread.ofPlatform().daemon().start(sampling);
        Thread thread = Thread.ofPlatform().daemon().start(publisher);
        if (clock instanceof ManualClock manual) {
            manual.proceed();
        }
        if (!run.awaitEnd(plan.phases().drainEndNanos() + 10 * SECOND)) {
            throw new AssertionError("the run does not end");
        }
        isOver.set(true);
        samplerThread.join();
        thread.join();
        run.close();
        write(plan, run, writer, true);
        if (!faults.isEmpty()) {
            throw new AssertionError(faults.toString());
        }
    }

    private void publish(RunPlan plan, WorkloadRun run, RunWriter writer, AtomicBoolean isOver) {
        try {
            Phase[] phases = {Phase.RAMP_UP, Phase.STEADY, Phase.RAMP_DOWN, Phase.DRAIN};
            long[] starts = {
                0,
                plan.phases().steadyStartNanos(),
                plan.phases().steadyEndNanos(),
                plan.phases().issueEndNanos()
            };
            int next = 0;
            for (long at = 0; at < plan.phases().issueEndNanos() && !isOver.get(); at += SECOND) {
                clock.parkUntil(at);
                for (; next < starts.length && starts[next] <= at; next++) {
                    writer.event(new EventDetails.PhaseBegan(phases[next].label()), "", "Phase.");
                }
                if (at > 0) {
                    write(plan, run, writer, false);
                }
            }
            clock.parkUntil(plan.phases().issueEndNanos());
            writer.event(new EventDetails.PhaseBegan(Phase.DRAIN.label()), "", "Phase.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(RunPlan plan, WorkloadRun run, RunWriter writer, boolean last) {
        WorkloadInterval drained = run.drain();
        for (LineInterval line : drained.lines()) {
            ok += line.kind() == LineInterval.Kind.OPERATION ? line.counts().ok() : 0;
        }
        WorkloadInterval stored = intervalChange.apply(sequence, drained);
        long step = clock.nanoTime() > plan.phases().steadyEndNanos() / 2 ? runClockStepNanos : 0;
        long end = clock.nanoTime() + step;
        if (stored != null) {
            writer.interval(
                    new IntervalSnapshot(
                            "local",
                            sequence,
                            intervalStartNanos + step,
                            end,
                            last,
                            List.of(Objects.requireNonNull(stored)),
                            health.apply(UNLOADED)),
                    Delivery.ON_TIME);
        }
        intervalStartNanos = end - step;
        sequence++;
    }

    /** The clock of the run with a wall time. */
    private final class WallClock extends ReferenceClock {
        private final long halfNanos;

        WallClock(NanoClock run, long halfNanos) {
            super(run);
            this.halfNanos = halfNanos;
        }

        @Override
        public Instant wallTime() {
            Instant now = START.plusNanos(nanoTime());
            return nanoTime() > halfNanos ? now.plus(wallStep) : now;
        }
    }
}
