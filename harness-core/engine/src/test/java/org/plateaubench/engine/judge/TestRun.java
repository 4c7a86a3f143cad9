// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.FixedClock;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.RunWriter;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.CpuUse;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WindowTimeline;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.RecordedLine;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.wire.TelemetrySample;

/** A run folder that the real recorder and writer produce, on a clock that only the test advances. */
public final class TestRun implements AutoCloseable {
    public static final long SECOND = 1_000_000_000L;

    public static final long MILLI = 1_000_000L;

    public static final AgentHealth UNLOADED = new AgentHealth(
            MILLI, 3 * MILLI, 0.11, 0.28, 90_000_000, 40, new CpuUse(0.22, 0.1, 0.02, 0.05, 2, 0.01, 100, 0));

    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    private static final String AGENT = "local";

    private final RunPlan plan;
    private final Path folder;
    private final FixedClock clock = new FixedClock(START);
    private final RunWriter writer;
    private final Map<String, WindowTimeline> windows = new LinkedHashMap<>();
    private final Map<String, WorkloadRecorder> recorders = new LinkedHashMap<>();
    private final Map<String, List<String>> lineNames = new LinkedHashMap<>();
    private final Map<String, WorkloadInterval.Levels> levels = new LinkedHashMap<>();
    private final Map<String, Attendance> attendance = new LinkedHashMap<>();
    private long sequence;
    private boolean compared;

    public TestRun(Path folder, RunPlan plan) {
        this.plan = plan;
        this.folder = folder;
        try {
            Files.createDirectories(folder);
            writer = new RunWriter(RunFolder.of(folder), clock);
            writer.file(StoredFile.PLAN, plan.canonicalText());
            writer.file(StoredFile.ENVIRONMENT, Documents.text(environment()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        clock.set(-3 * SECOND);
        writer.event(EventType.RUN_STARTED, "", "The run was started.");
        writer.event(new EventDetails.PhaseBegan(Phase.PREPARE.label()), "", "Preparing.");
        clock.set(0);
        writer.clockStarted(0);
        for (PlannedWorkload workload : plan.workloads()) {
            List<RecordedLine> lines = lines(workload);
            String scope = workload.tile() + "/" + workload.name();
            recorders.put(
                    scope,
                    new WorkloadRecorder(
                            workload.tile(),
                            workload.name(),
                            lines,
                            workload.measures(),
                            Math.max(1, workload.parts().size())));
            windows.put(scope, new WindowTimeline(new PhaseTimeline(plan.phases()), workload.steadyBoundaries()));
            lineNames.put(scope, lines.stream().map(RecordedLine::name).toList());
            levels.put(scope, new WorkloadInterval.Levels(workload.load().users(), 2, 0, 0));
        }
        phase(Phase.RAMP_UP, 0);
    }

    private WindowTimeline windows(String scope) {
        return Objects.requireNonNull(windows.get(scope), scope);
    }

    public WorkloadRecorder recorder(String scope) {
        return Objects.requireNonNull(recorders.get(scope), scope);
    }

    public int line(String scope, String name) {
        return Objects.requireNonNull(lineNames.get(scope), scope).indexOf(name);
    }

    public void ok(String scope, String line, long intendedNanos, long responseNanos, long lagNanos) {
        WorkloadRecorder recorder = recorder(scope);
        PhaseWindow window = windows(scope).windowAt(intendedNanos);
        long endNanos = intendedNanos + responseNanos;
        recorder.issued(line(scope, line), window);
        recorder.dispatchLag(window, lagNanos);
        recorder.completionLag(window, lagNanos / 2);
        recorder.ok(
                line(scope, line),
                window,
                intendedNanos,
                intendedNanos + lagNanos,
                endNanos,
                windows(scope).windowAt(endNanos));
    }

    public void declined(String scope, String line, long intendedNanos, long responseNanos, String reason) {
        PhaseWindow window = windows(scope).windowAt(intendedNanos);
        recorder(scope).issued(line(scope, line), window);
        recorder(scope)
                .declined(
                        line(scope, line), window, reason, intendedNanos, intendedNanos, intendedNanos + responseNanos);
    }

    public void error(
            String scope, String line, long intendedNanos, long responseNanos, String errorClass, String message) {
        PhaseWindow window = windows(scope).windowAt(intendedNanos);
        recorder(scope).issued(line(scope, line), window);
        recorder(scope)
                .error(
                        line(scope, line),
                        window,
                        errorClass,
                        message,
                        intendedNanos,
                        intendedNanos + responseNanos,
                        errorClass.equals("timeout"));
    }

    public void levels(String scope, WorkloadInterval.Levels now) {
        levels.put(scope, now);
    }

    /**
     * Sets how many users of a workload are requested, connected and away from now on; the others are lost. Without
     * this call, the live users are the ones that are requested and connected.
     */
    public void attendance(String scope, double asked, double connected, double away) {
        attendance.put(
                scope,
                new Attendance(
                        PhaseWindow.STEADY, SECOND, (long) (asked * SECOND), (long) (connected * SECOND), 0, (long)
                                (away * SECOND)));
    }

    private WorkloadInterval drained(String scope, WorkloadRecorder recorder) {
        WorkloadInterval interval = recorder.drain(Objects.requireNonNull(levels.get(scope)));
        PhaseWindow window = windows(scope).windowAt(sequence * SECOND);
        if (!window.isSteady()) {
            return interval;
        }
        Attendance seen = attendance.get(scope);
        long live = interval.levels().liveUsers() * SECOND;
        Attendance current = seen == null
                ? new Attendance(window, SECOND, live, live, 0, 0)
                : new Attendance(
                        window, seen.lengthNanos(), seen.requestedNanos(), seen.connectedNanos(), 0, seen.awayNanos());
        ScheduleInterval.Flow none = seen == null ? null : new ScheduleInterval.Flow(0, 0, 0, 0, 0, null);
        return interval.with(new ScheduleInterval(List.of(), none, List.of(current), List.of()));
    }

    public void interval(boolean last) {
        interval(UNLOADED, last);
    }

    public void interval(AgentHealth health, boolean last) {
        List<WorkloadInterval> workloads = new ArrayList<>();
        recorders.forEach((scope, recorder) -> workloads.add(drained(scope, recorder)));
        IntervalSnapshot snapshot = new IntervalSnapshot(
                AGENT, sequence, sequence * SECOND, (sequence + 1) * SECOND, last, workloads, health);
        writer.interval(snapshot, Delivery.ON_TIME);
        sequence++;
        clock.set(sequence * SECOND);
        writeErrors();
    }

    /** Ends the current interval, which never arrives at the controller. */
    public void missingInterval() {
        recorders.forEach((scope, recorder) -> recorder.drain(new WorkloadInterval.Levels(0, 0, 0, 0)));
        writer.missing(AGENT, sequence, sequence * SECOND, (sequence + 1) * SECOND);
        sequence++;
        clock.set(sequence * SECOND);
    }

    public void event(EventDetails event, String scope, String message) {
        compared |= event instanceof EventDetails.ComparedData || event instanceof EventDetails.Prevented;
        writer.event(event, scope, message);
    }

    public void phase(Phase phase, long atNanos) {
        clock.set(atNanos);
        event(new EventDetails.PhaseBegan(phase.label()), "", "Phase " + phase.label() + ".");
    }

    /** Omits the successful reconciliation that a completed run otherwise has for each workload. */
    public void withoutComparisons() {
        compared = true;
    }

    public void reconciled(String scope, String what, long expected, long actual) {
        reconciled(scope, what, expected, actual, "");
    }

    public void reconciled(String scope, String what, long expected, long actual, String otherClient) {
        Reconciliation row = new Reconciliation(what, expected, actual, 0).usedBy(otherClient);
        event(EventDetails.ComparedData.of(row, ""), scope, what + " compared.");
    }

    public void telemetry(String source, String series, double value, String unit, boolean cumulative) {
        writer.telemetry(List.of(new TelemetrySample(clock.nanoTime(), source, series, value, unit, cumulative)));
    }

    public void telemetry(long runNanos, String source, String series, double value, String unit) {
        writer.telemetry(List.of(new TelemetrySample(runNanos, source, series, value, unit, false)));
    }

    public void end(String status) {
        if (!compared && status.equals("completed")) {
            plan.workloads().forEach(workload -> reconciled(workload.scope(), "rows", 1, 1));
        }
        event(new EventDetails.RunEnded(status, "", false), "", "The run ended.");
    }

    public Judgement judged() {
        end("completed");
        return Judge.judge(read());
    }

    /** Records 50 reads and 50 writes of 5 ms in the workload 1/cache, beginning at this instant. */
    public void readsAndWrites(long startNanos) {
        for (int i = 0; i < 50; i++) {
            ok("1/cache", "read", startNanos + i * 15L * MILLI, 5 * MILLI, 50_000);
            ok("1/cache", "write", startNanos + i * 15L * MILLI, 5 * MILLI, 50_000);
        }
    }

    public static LineResult block(Judgement judgement, String line) {
        return judgement.workloads().getFirst().lines().stream()
                .filter(result -> result.name().equals(line))
                .findFirst()
                .orElseThrow();
    }

    public void drive(LongConsumer second) {
        drive(second, UNLOADED);
    }

    public void drive(LongConsumer second, AgentHealth health) {
        PhaseTimes phases = plan.phases();
        long end = phases.issueEndNanos() + SECOND;
        for (long start = 0; start < end; start += SECOND) {
            if (start == phases.steadyStartNanos() && start > 0) {
                phase(Phase.STEADY, start);
            } else if (start == phases.steadyEndNanos()) {
                phase(Phase.RAMP_DOWN, start);
            } else if (start == phases.issueEndNanos()) {
                phase(Phase.DRAIN, start);
            }
            if (start < phases.issueEndNanos()) {
                second.accept(start);
            }
            interval(health, start + SECOND >= end);
        }
    }

    public StoredRun read() {
        writer.close();
        try {
            return RunReader.read(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        writer.close();
    }

    private void writeErrors() {
        recorders.forEach((scope, recorder) -> {
            writer.errors(recorder.errors().entries().stream()
                    .map(error -> ErrorRecord.of(scope, error))
                    .toList());
        });
    }

    private static List<RecordedLine> lines(PlannedWorkload workload) {
        List<RecordedLine> lines = new ArrayList<>();
        workload.operations()
                .forEach(operation -> lines.add(new RecordedLine(operation.name(), LineInterval.Kind.OPERATION)));
        workload.units().stream()
                .filter(unit -> !unit.isSingleOperation())
                .forEach(unit -> lines.add(new RecordedLine(unit.name(), LineInterval.Kind.UNIT)));
        workload.measures().stream()
                .filter(measure -> measure.kind() == MeasureDefinition.Kind.SERIES)
                .forEach(series -> lines.add(new RecordedLine(series.name(), LineInterval.Kind.SERIES)));
        return lines;
    }

    private static Map<String, Object> environment() {
        Map<String, Object> environment = new LinkedHashMap<>();
        environment.put("plateau", Map.of("version", "0.1.0"));
        environment.put(
                "controller", new LinkedHashMap<>(Map.of("java", "25.0.1", "os", "Linux 6.1 amd64", "processors", 2)));
        environment.put("plugins", List.of(Map.of("id", "dvdstore", "version", "0.1.0", "digest", "3f9a")));
        return environment;
    }
}
