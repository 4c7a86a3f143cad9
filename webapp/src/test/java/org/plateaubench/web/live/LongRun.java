// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunWriter;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.TelemetrySample;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A long run, written by the real writer in seconds: two workloads of two operations each, which are
 * more than 30 series, with a slow spell every seven minutes, a stall of the server at a third of the time, telemetry,
 * and one missing interval. Without a result: it is judged when it is shown.
 */
public final class LongRun {
    private static final long SECOND = 1_000_000_000L;
    private static final Instant START = Instant.parse("2026-11-21T06:00:00Z");
    private static final List<String> WORKLOADS = List.of("store", "cache");
    private static final List<String> OPERATIONS = List.of("read", "write");
    private static final int SAMPLES = 60;
    private static final int SHAPES = 32;

    private final RunFolder folder;
    private final int seconds;
    private final SplittableRandom random = new SplittableRandom(11);
    private final List<Times> usual = new ArrayList<>();
    private final List<Times> slow = new ArrayList<>();
    private final Times lag;
    private long now;

    private LongRun(RunFolder folder, Duration length) {
        this.folder = folder;
        this.seconds = Math.toIntExact(length.toSeconds());
        for (int i = 0; i < SHAPES; i++) {
            usual.add(times(4e6));
            slow.add(times(11e6));
        }
        lag = times(6e4);
    }

    /** Writes a run that was carried to its end into a folder of runs. */
    public static RunFolder write(Path runs, Duration length) {
        return write(runs, length, true);
    }

    /** Writes the beginning of a run that appears to be running, because this process owns it. */
    public static RunFolder writeRunning(Path runs, Duration length) {
        return write(runs, length, false);
    }

    private static RunFolder write(Path runs, Duration length, boolean isFinished) {
        try {
            RunFolder folder = RunFolder.create(runs, "long", START);
            new LongRun(folder, length).write(isFinished);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(boolean isFinished) throws IOException {
        try (RunWriter writer = new RunWriter(folder, new SimulatedClock())) {
            writer.file(StoredFile.CONFIG, "run: { name: long }\n");
            writer.file(StoredFile.PLAN, plan());
            writer.file(StoredFile.ENVIRONMENT, "{}\n");
            now = -SECOND;
            writer.event(EventType.RUN_STARTED, "", "The run was started.");
            now = 0;
            writer.clockStarted(0);
            for (int second = 0; second < seconds; second++) {
                phase(writer, second);
                interval(writer, second);
                telemetry(writer, second);
            }
            if (isFinished) {
                writer.event(new EventDetails.RunEnded("completed", "", false), "", "The run ended.");
                writer.release();
            }
        }
    }

    private String plan() throws IOException {
        try (InputStream stream =
                Objects.requireNonNull(LongRun.class.getResourceAsStream("long-plan.json"), "long-plan.json")) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            ObjectNode plan =
                    (ObjectNode) JsonMapper.shared().readTree(text.replace("STEADY", Integer.toString(seconds - 120)));
            ArrayNode workloads = (ArrayNode) plan.get("workloads");
            workloads.add(((ObjectNode) workloads.get(0).deepCopy()).put("name", WORKLOADS.getLast()));
            return plan.toString();
        }
    }

    private void phase(RunWriter writer, int second) {
        String phase = second == 0 ? "ramp-up" : second == 60 ? "steady" : second == seconds - 60 ? "ramp-down" : "";
        if (!phase.isEmpty()) {
            writer.event(new EventDetails.PhaseBegan(phase), "", "Phase " + phase + ".");
        }
    }

    private PhaseWindow window(int second) {
        return second < 60 ? PhaseWindow.RAMP_UP : second < seconds - 60 ? PhaseWindow.STEADY : PhaseWindow.RAMP_DOWN;
    }

    private void interval(RunWriter writer, int second) {
        long start = now;
        now += SECOND;
        if (second == seconds / 2) {
            writer.missing("local", second, start, now);
            return;
        }
        List<WorkloadInterval> workloads = new ArrayList<>();
        for (String workload : WORKLOADS) {
            List<LineInterval> lines = new ArrayList<>();
            OPERATIONS.forEach(operation -> lines.add(line(operation, second)));
            workloads.add(new WorkloadInterval(
                    1,
                    workload,
                    lines,
                    List.of(new LagInterval(window(second), lag, null, null)),
                    new WorkloadInterval.Levels(Math.min(32, 1 + second), 1 + random.nextInt(4), 0, 0),
                    ScheduleInterval.UNKNOWN,
                    Map.of("hits", 40L + random.nextInt(10)),
                    Map.of("open", 3.0 + random.nextInt(3))));
        }
        writer.interval(
                new IntervalSnapshot(
                        "local",
                        second,
                        start,
                        now,
                        second == seconds - 1,
                        workloads,
                        new AgentHealth(400_000 + random.nextInt(900_000), 0, 0.12, 0.4, 90_000_000, 40)),
                Delivery.ON_TIME);
    }

    private LineInterval line(String operation, int second) {
        boolean stalled = second >= seconds / 3 && second < seconds / 3 + 20;
        boolean isSlow = second % 420 > 400 || stalled;
        Times response = (isSlow ? slow : usual).get(random.nextInt(SHAPES));
        long ok = response.count();
        long errors = stalled ? 3 : 0;
        return new LineInterval(
                operation,
                LineInterval.Kind.OPERATION,
                window(second),
                new LineInterval.Counts(ok + errors, ok, 0, errors, 0, 0, ok, 0, 0),
                errors == 0 ? Map.of() : Map.of("refused", errors),
                Map.of(),
                response,
                response,
                null);
    }

    private void telemetry(RunWriter writer, int second) {
        writer.telemetry(List.of(
                new TelemetrySample(now, "host", "cpu", 30 + 10 * Math.sin(second / 300.0), "%", false),
                new TelemetrySample(now, "host/bench1", "cpu", 0.4 + 0.1 * Math.sin(second / 300.0), "share", false),
                new TelemetrySample(now, "host/bench2", "cpu", 0.3 + 0.1 * Math.sin(second / 300.0), "share", false),
                new TelemetrySample(now, "sut/db", "cpu", 20 + 8 * Math.sin(second / 200.0), "%", false),
                new TelemetrySample(now, "sut/db", "commits", 95.0 * second, "transactions", true),
                new TelemetrySample(now, "sut/db", "power", 140 + 8 * Math.sin(second / 200.0), "W", false),
                new TelemetrySample(now, "sut/db", "connections", 32, "connections", false)));
        event(writer, second == seconds / 3, "stall");
        event(writer, second == seconds / 4, "checkpoint");
    }

    private void event(RunWriter writer, boolean isOver, String kind) {
        if (isOver) {
            writer.telemetry(
                    List.of(new TelemetrySample(now, "sut/db", kind, 1_000, MeasureDefinition.EVENT_UNIT, false)));
        }
    }

    private Times times(double medianNanos) {
        Histogram histogram = HistogramRange.okHistogram();
        long sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            long nanos = (long) (medianNanos * Math.exp(0.6 * random.nextGaussian()));
            histogram.recordValue(nanos);
            sum += nanos;
        }
        return new Times(histogram, sum, histogram.getMinValue(), histogram.getMaxValue(), 0);
    }

    private final class SimulatedClock implements NanoClock {
        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public Instant wallTime() {
            return START.plusNanos(now);
        }

        @Override
        public void parkUntil(long deadlineNanos) {
            throw new UnsupportedOperationException("nothing waits here");
        }
    }
}
