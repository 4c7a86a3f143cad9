// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.store.IntervalFile;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Builds stored intervals with so few values that a reader can check their sums. */
public final class TestIntervals {
    public static final long SECOND = 1_000_000_000L;
    public static final long MILLI = 1_000_000L;

    /** The wall-clock time at which the run's clock is 0. */
    public static final Instant ORIGIN = Instant.parse("2026-11-21T10:00:00Z");

    public static final LineInterval.Counts NO_COUNTS = new LineInterval.Counts(0, 0, 0, 0, 0, 0, 0, 0, 0);

    private TestIntervals() {}

    public static Window window(long from, long to) {
        return new Window(from * SECOND, to * SECOND, ORIGIN.plusSeconds(from), ORIGIN.plusSeconds(to));
    }

    /** Times with an empty histogram, as read from a stored interval. */
    public static Times times(long sum, long min, long max) {
        return new Times(HistogramRange.okHistogram(), sum, min, max, 0);
    }

    /** Totals that consist of the given times and, in addition, censored operations. */
    public static TimeTotals ranked(
            Histogram histogram,
            long overflow,
            double sumNanos,
            long minNanos,
            long maxNanos,
            long censored,
            long longestCensoredNanos) {
        TimeTotals totals = new TimeTotals();
        totals.add(new Times(histogram, (long) sumNanos, minNanos, maxNanos, overflow));
        totals.addCensored(censored, longestCensoredNanos);
        return totals;
    }

    public static Histogram histogram(long... nanos) {
        Histogram histogram = HistogramRange.okHistogram();
        for (long each : nanos) {
            histogram.recordValue(each);
        }
        return histogram;
    }

    public static LineInterval.Counts ok(long count) {
        return new LineInterval.Counts(count, count, 0, 0, 0, 0, count, 0, 0);
    }

    public static LineInterval.Counts errors(long count) {
        return new LineInterval.Counts(count, 0, 0, count, 0, 0, 0, 0, 0);
    }

    /** A line of the steady window. */
    public static LineInterval line(String name, LineInterval.Kind kind, LineInterval.Counts counts) {
        return line(name, kind, PhaseWindow.STEADY, counts);
    }

    public static LineInterval line(
            String name, LineInterval.Kind kind, PhaseWindow window, LineInterval.Counts counts) {
        return new LineInterval(name, kind, window, counts, Map.of(), Map.of(), null, null, null);
    }

    /** An operation in the steady window with its times. */
    public static LineInterval operation(
            String name,
            LineInterval.Counts counts,
            @Nullable Times response,
            @Nullable Times service,
            @Nullable Times error) {
        return new LineInterval(
                name,
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                counts,
                Map.of(),
                Map.of(),
                response,
                service,
                error);
    }

    /** A stored run with these intervals and events and no other content. */
    public static StoredRun run(Path folder, List<StoredInterval> intervals, List<RunEvent> events) {
        return new StoredRun(
                folder,
                "made",
                Map.of(),
                Map.of(),
                intervals.stream()
                        .map(interval -> new IntervalFile.Entry(interval, 0, 0))
                        .toList(),
                events,
                List.of(),
                List.of(),
                List.of(),
                true,
                true);
    }

    /** A line with response times and without counts. */
    public static LineInterval responses(String name, LineInterval.Kind kind, PhaseWindow window, Histogram times) {
        return new LineInterval(
                name, kind, window, NO_COUNTS, Map.of(), Map.of(), new Times(times, 0, 0, 0, 0), null, null);
    }

    public static LineInterval responses(String name, long... nanos) {
        return responses(name, LineInterval.Kind.OPERATION, PhaseWindow.STEADY, histogram(nanos));
    }

    /** A one-second interval of agent {@code a} and workload {@code 1/cache}, without any operation yet. */
    public static Interval second(long number) {
        return new Interval(number, number * SECOND, (number + 1) * SECOND);
    }

    /** Builds an interval. */
    public static final class Interval {
        private final long sequence;
        private final long startNanos;
        private final long endNanos;
        private final List<LineInterval> lines = new ArrayList<>();
        private final List<LagInterval> lags = new ArrayList<>();
        private final List<ScheduleInterval.Draws> draws = new ArrayList<>();
        private final List<Attendance> attendance = new ArrayList<>();
        private final Map<String, Long> counters = new TreeMap<>();
        private String agent = "a";
        private String name = "cache";
        private int tile = 1;
        private WorkloadInterval.Levels levels = new WorkloadInterval.Levels(0, 0, 0, 0);
        private ScheduleInterval.@Nullable Flow flow = new ScheduleInterval.Flow(0, 0, 0, 0, 0, null);
        private @Nullable AgentHealth health;
        private boolean isLast;

        public Interval(long sequence, long startNanos, long endNanos) {
            this.sequence = sequence;
            this.startNanos = startNanos;
            this.endNanos = endNanos;
        }

        public Interval agent(String otherAgent) {
            agent = otherAgent;
            return this;
        }

        public Interval workload(int otherTile, String otherName) {
            tile = otherTile;
            name = otherName;
            return this;
        }

        public Interval with(LineInterval... more) {
            lines.addAll(List.of(more));
            return this;
        }

        public Interval with(LagInterval lag) {
            lags.add(lag);
            return this;
        }

        public Interval with(ScheduleInterval.Draws more) {
            draws.add(more);
            return this;
        }

        public Interval with(Attendance measured) {
            attendance.add(measured);
            return this;
        }

        public Interval with(ScheduleInterval.@Nullable Flow flow) {
            this.flow = flow;
            return this;
        }

        public Interval with(AgentHealth health) {
            this.health = health;
            return this;
        }

        public Interval last(boolean lastOfAgent) {
            isLast = lastOfAgent;
            return this;
        }

        public Interval counter(String counter, long count) {
            counters.put(counter, count);
            return this;
        }

        public Interval levels(int live, int inFlight, int queued, int lost) {
            levels = new WorkloadInterval.Levels(live, inFlight, queued, lost);
            return this;
        }

        public Interval backlog(int units) {
            levels = new WorkloadInterval.Levels(
                    levels.liveUsers(), levels.inFlight(), levels.queued(), levels.lostUsers(), units);
            return this;
        }

        public WorkloadInterval workload() {
            return new WorkloadInterval(
                    tile,
                    name,
                    lines,
                    lags,
                    levels,
                    new ScheduleInterval(draws, flow, attendance, List.of()),
                    counters,
                    Map.of());
        }

        /** The interval as an agent sends it. Without health figures, the agent is reported as idle. */
        public IntervalSnapshot snapshot() {
            AgentHealth known = health == null ? new AgentHealth(0, 0, 0, 0, 0, 0) : health;
            return new IntervalSnapshot(agent, sequence, startNanos, endNanos, isLast, List.of(workload()), known);
        }

        public StoredInterval stored() {
            return new StoredInterval(
                    agent, sequence, startNanos, endNanos, Delivery.ON_TIME, isLast, List.of(workload()), health);
        }
    }
}
