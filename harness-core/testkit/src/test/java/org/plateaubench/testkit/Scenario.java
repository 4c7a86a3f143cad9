// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.drive.WorkloadRun;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.spi.WorkloadSession;

/** A workload that is driven from start to end against a fake SUT, and its records. */
final class Scenario {
    static final String READ = "read";
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;

    final NanoClock clock;
    final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    final List<String> faults = Collections.synchronizedList(new ArrayList<>());
    WorkloadDefinition definition = single(READ);
    int tile = 1;
    PhaseTimes phases = phases(0, 60, 0, 30);
    List<Duration> steadyBoundaries = List.of();
    Load load = new Load.Closed(1, 1);
    Map<String, Pacing> pacing = Map.of();
    Execution execution = Execution.PLATFORM;
    Load.@Nullable Share share;
    Load.@Nullable Ramp ramp;
    long seed = 42;
    private @Nullable PhaseTimeline timeline;
    private @Nullable WorkloadRun run;
    private @Nullable WorkloadRecorder recorder;

    Scenario(NanoClock clock) {
        this.clock = clock;
    }

    /** Measures with the clock of the machine. */
    static Scenario onTheRealClock(Execution execution) {
        Scenario scenario = new Scenario(startingSoon());
        scenario.execution = execution;
        return scenario;
    }

    static NanoClock startingSoon() {
        return SystemClock.instance().startingAt(SystemClock.instance().nanoTime() + 50 * MILLI);
    }

    static WorkloadDefinition single(String operation) {
        return definition(
                List.of(OperationDefinition.of(operation, "Happens once.")
                        .verifying(Answers.read().identity("the byte"))),
                List.of(UnitDefinition.of(operation)));
    }

    static WorkloadDefinition limited(long timeoutMillis) {
        return definition(
                List.of(OperationDefinition.of(READ, "").withTimeout(Duration.ofMillis(timeoutMillis))),
                List.of(UnitDefinition.of(READ)));
    }

    static WorkloadDefinition single(String operation, List<Execution> executions) {
        WorkloadDefinition any = single(operation);
        return new WorkloadDefinition(
                any.operations(),
                any.units(),
                any.mix(),
                any.pacing(),
                any.metric(),
                any.measures(),
                executions,
                List.of(),
                null);
    }

    static WorkloadDefinition definition(List<OperationDefinition> operations, List<UnitDefinition> units) {
        return definition(operations, units, Mix.Flat.only(units.getFirst().name()), List.of());
    }

    static WorkloadDefinition definition(
            List<OperationDefinition> operations, List<UnitDefinition> units, Mix mix, List<MeasureDefinition> more) {
        return WorkloadDefinition.builder()
                .operations(operations)
                .units(units)
                .mix(mix)
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ofMillis(100))))
                .metric(new MetricDefinition(
                        "rate", "1/s", operations.getFirst().name(), 1))
                .measures(more)
                .executions(Execution.PLATFORM, Execution.VIRTUAL, Execution.EVENT_LOOP)
                .build();
    }

    /** Phases in seconds. */
    static PhaseTimes phases(long rampUp, long steady, long rampDown, long drain) {
        return new PhaseTimes(
                Duration.ofSeconds(rampUp),
                Duration.ofSeconds(steady),
                Duration.ofSeconds(rampDown),
                Duration.ofSeconds(drain));
    }

    static Distribution fixedMillis(long millis) {
        return new Distribution.Fixed(Duration.ofMillis(millis));
    }

    DriveSpec spec() {
        Load.Share part = share == null ? Load.Share.whole(load) : share;
        return new DriveSpec(
                tile,
                "store",
                definition,
                load,
                pacing,
                execution,
                phases,
                steadyBoundaries,
                seed,
                part,
                ramp == null ? Load.Ramp.all(phases) : ramp);
    }

    /** Creates the run and starts it; on a manual clock, time does not pass yet. */
    WorkloadRun start(WorkloadSession session) {
        timeline = new PhaseTimeline(phases);
        recorder = new WorkloadRecorder(
                1, "store", WorkloadRun.recordedSeries(definition), definition.measures(), steadyBoundaries.size() + 1);
        run = new WorkloadRun(spec(), session, recorder, clock, timeline, new RunListener() {
            @Override
            public void userFailed(int user, String what) {
                failures.add(user + ": " + what);
            }

            @Override
            public void fault(String what) {
                faults.add(what);
            }
        });
        run.start();
        return run;
    }

    /** Plays users of a SUT, whose calls go into a log, to the end, and returns everything that was recorded. */
    WorkloadInterval play(FakeSut sut, RecordingDriver.Log log) throws InterruptedException {
        return play(
                execution == Execution.EVENT_LOOP
                        ? Sessions.ofAsync((user, loop) -> new RecordingAsyncDriver(sut, user, loop, log))
                        : Sessions.of(user -> new RecordingDriver(sut, user, log)));
    }

    /** Runs an action at a future instant of a manual clock; the run need not be created yet. */
    void at(long instantNanos, Runnable action) {
        Thread.ofPlatform().daemon().start(clock.participating(() -> {
            try {
                clock.parkUntil(instantNanos);
                action.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /** Runs to the end and returns everything that was recorded. */
    WorkloadInterval play(WorkloadSession session) throws InterruptedException {
        WorkloadRun started = start(session);
        if (clock instanceof ManualClock manual) {
            manual.proceed();
        }
        if (!started.awaitEnd(phases.drainEndNanos() + 10 * SECOND)) {
            throw new AssertionError("the run does not end");
        }
        started.close();
        return interval();
    }

    /** The records since the last call. */
    WorkloadInterval interval() {
        return run().drain();
    }

    WorkloadRun run() {
        return Objects.requireNonNull(run);
    }

    PhaseTimeline timeline() {
        return Objects.requireNonNull(timeline);
    }

    DistinctErrors errors() {
        return Objects.requireNonNull(recorder).errors();
    }

    static Times response(LineInterval line) {
        return Objects.requireNonNull(line.response());
    }

    static Times service(LineInterval line) {
        return Objects.requireNonNull(line.service());
    }

    /** The line of a name and window; fails when there is none. */
    static LineInterval line(WorkloadInterval interval, String name, Phase phase) {
        return line(interval, name, PhaseWindow.of(phase));
    }

    static LineInterval line(WorkloadInterval interval, String name, PhaseWindow window) {
        return interval.lines().stream()
                .filter(line -> line.line().equals(name) && line.window().equals(window))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + name + " in " + window + ": " + interval.lines()));
    }
}
