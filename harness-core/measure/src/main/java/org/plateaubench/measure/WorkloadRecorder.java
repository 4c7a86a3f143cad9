// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Phase;
import org.plateaubench.spi.UserContext;

/** What happens to one workload of one tile in this agent. Any thread, unless a method says otherwise. */
public final class WorkloadRecorder {
    private final int tile;
    private final String workload;
    private final List<Line> lines;
    private final List<MeasureDefinition> measures;
    private final DistinctErrors errors = new DistinctErrors();
    private final List<Gauge> gauges = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private Tallies tallies = new Tallies();

    /**
     * What is counted apart from the others.
     *
     * @param name operation, unit or observed series
     * @param kind which of these it is
     */
    public record Line(String name, LineInterval.Kind kind) {}

    /** A gauge that is asked until it is closed. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private record Gauge(String name, LongSupplier level) {}

    /**
     * A recorder in which nothing has happened.
     *
     * @param tile number of the tile, from 1
     * @param workload name in the run file
     * @param lines operations, units that are more than one operation, observed series; the position is the line index
     * @param measures declared counters, gauges and series; the position is the measure index
     */
    public WorkloadRecorder(int tile, String workload, List<Line> lines, List<MeasureDefinition> measures) {
        this.tile = tile;
        this.workload = workload;
        this.lines = List.copyOf(lines);
        this.measures = List.copyOf(measures);
    }

    /** An operation is handed to a driver. */
    public void issued(int line, Phase window) {
        synchronized (lock) {
            cell(line, window).issued++;
        }
    }

    /** The harness's own lateness, once per operation (measurement rule M2). A negative lag is recorded as 0. */
    public void dispatchLag(Phase window, long nanos) {
        synchronized (lock) {
            tallies.dispatch.computeIfAbsent(window, key -> new Values(3)).add(Math.max(0, nanos));
        }
    }

    /** How long a reply waited for the harness (measurement rule M2). A negative lag is recorded as 0. */
    public void completionLag(Phase window, long nanos) {
        synchronized (lock) {
            tallies.completion.computeIfAbsent(window, key -> new Values(3)).add(Math.max(0, nanos));
        }
    }

    /**
     * A success.
     *
     * @param line index of the line
     * @param window phase of the intended start
     * @param intendedNanos when it was due
     * @param actualNanos when the driver began
     * @param endNanos when it ended
     * @param endPhase phase of the end
     */
    public void ok(int line, Phase window, long intendedNanos, long actualNanos, long endNanos, Phase endPhase) {
        synchronized (lock) {
            Cell cell = cell(line, window);
            cell.ok++;
            cell(line, endPhase).okEnds++;
            cell.response.add(endNanos - intendedNanos);
            cell.service.add(endNanos - actualNanos);
        }
    }

    /** A refusal; its times count with the successes (measurement rule M12). */
    public void declined(int line, Phase window, String reason, long intendedNanos, long actualNanos, long endNanos) {
        synchronized (lock) {
            Cell cell = cell(line, window);
            cell.declined++;
            cell.reasons.merge(reason, 1L, Long::sum);
            cell.response.add(endNanos - intendedNanos);
            cell.service.add(endNanos - actualNanos);
        }
    }

    /**
     * A failure.
     *
     * @param line index of the line
     * @param window phase of the intended start
     * @param errorClass class of the error
     * @param message text for a person, empty for none
     * @param intendedNanos when it was due
     * @param actualNanos when the driver began
     * @param endNanos when it ended
     * @param censored whether it was given up at its timeout, so that its true length is not known
     */
    public void error(
            int line,
            Phase window,
            String errorClass,
            String message,
            long intendedNanos,
            long actualNanos,
            long endNanos,
            boolean censored) {
        errors.record(lines.get(line).name(), errorClass, message, endNanos);
        synchronized (lock) {
            Cell cell = cell(line, window);
            cell.errors++;
            cell.reasons.merge(errorClass, 1L, Long::sum);
            cell.error.add(endNanos - intendedNanos);
            if (censored) {
                cell.censor(endNanos - intendedNanos);
            }
        }
    }

    /** Still running at the drain deadline, or due and never started; the age is since the intended start. */
    public void abandoned(int line, Phase window, long ageNanos) {
        synchronized (lock) {
            Cell cell = cell(line, window);
            cell.abandoned++;
            cell.censor(ageNanos);
        }
    }

    /** An arrival at a full queue; the age is what is known of its wait. */
    public void dropped(int line, Phase window, long ageNanos) {
        synchronized (lock) {
            Cell cell = cell(line, window);
            cell.dropped++;
            cell.censor(ageNanos);
        }
    }

    /** A gap over which the user was free in time (measurement rule M19). */
    public void gap(long drawnNanos, long actualNanos) {
        synchronized (lock) {
            tallies.gaps++;
            tallies.drawnNanos += drawnNanos;
            tallies.actualNanos += actualNanos;
        }
    }

    /** Adds to a declared counter. */
    public void counter(int measureIndex, long amount) {
        synchronized (lock) {
            tallies.counters.merge(measures.get(measureIndex).name(), amount, Long::sum);
        }
    }

    /**
     * A declared counter.
     *
     * @throws IllegalArgumentException when there is no such counter
     */
    public UserContext.Counter counter(String name) {
        int index = index(name, MeasureDefinition.Kind.COUNTER);
        return amount -> counter(index, amount);
    }

    /**
     * Adds a level to a declared gauge, asked once per interval by the thread that drains.
     *
     * @throws IllegalArgumentException when there is no such gauge
     */
    public Registration gauge(String name, LongSupplier level) {
        index(name, MeasureDefinition.Kind.GAUGE);
        Gauge gauge = new Gauge(name, level);
        gauges.add(gauge);
        return () -> gauges.remove(gauge);
    }

    /** The differences since the last call; nothing is lost or counted twice. One thread. */
    public WorkloadInterval drain(WorkloadInterval.Levels levels) {
        Tallies drained;
        synchronized (lock) {
            drained = tallies;
            tallies = new Tallies();
        }
        List<LineInterval> lineIntervals = new ArrayList<>();
        List<LagInterval> lags = new ArrayList<>();
        for (Phase window : Phase.values()) {
            for (int line = 0; line < lines.size(); line++) {
                Cell cell = drained.cells.get(new CellKey(line, window));
                if (cell != null) {
                    lineIntervals.add(cell.interval(lines.get(line), window));
                }
            }
            Values dispatch = drained.dispatch.get(window);
            Values completion = drained.completion.get(window);
            if (dispatch != null || completion != null) {
                lags.add(new LagInterval(
                        window,
                        dispatch == null ? null : dispatch.times(),
                        completion == null ? null : completion.times()));
            }
        }
        Map<String, Double> levelsByGauge = new HashMap<>();
        for (Gauge gauge : gauges) {
            levelsByGauge.merge(gauge.name(), (double) gauge.level().getAsLong(), Double::sum);
        }
        return new WorkloadInterval(
                tile,
                workload,
                lineIntervals,
                lags,
                levels,
                new WorkloadInterval.Gaps(drained.gaps, drained.drawnNanos, drained.actualNanos),
                drained.counters,
                levelsByGauge);
    }

    /** The distinct errors since the start. */
    public DistinctErrors errors() {
        return errors;
    }

    private int index(String name, MeasureDefinition.Kind kind) {
        for (int i = 0; i < measures.size(); i++) {
            if (measures.get(i).name().equals(name) && measures.get(i).kind() == kind) {
                return i;
            }
        }
        throw new IllegalArgumentException("workload " + workload + " declares no " + kind + " '" + name + "'");
    }

    private Cell cell(int line, Phase window) {
        return tallies.cells.computeIfAbsent(new CellKey(line, window), key -> new Cell());
    }

    private record CellKey(int line, Phase window) {}

    private static final class Tallies {
        private final Map<CellKey, Cell> cells = new HashMap<>();
        private final Map<Phase, Values> dispatch = new EnumMap<>(Phase.class);
        private final Map<Phase, Values> completion = new EnumMap<>(Phase.class);
        private final Map<String, Long> counters = new HashMap<>();
        private long gaps;
        private long drawnNanos;
        private long actualNanos;
    }

    private static final class Cell {
        private final Map<String, Long> reasons = new HashMap<>();
        private final Values response = new Values(3);
        private final Values service = new Values(3);
        private final Values error = new Values(2);
        private long issued;
        private long ok;
        private long declined;
        private long errors;
        private long abandoned;
        private long dropped;
        private long okEnds;
        private long censored;
        private long longestCensoredNanos;

        void censor(long ageNanos) {
            censored++;
            longestCensoredNanos = Math.max(longestCensoredNanos, ageNanos);
        }

        LineInterval interval(Line line, Phase window) {
            LineInterval.Counts counts = new LineInterval.Counts(
                    issued, ok, declined, errors, abandoned, dropped, okEnds, censored, longestCensoredNanos);
            return new LineInterval(
                    line.name(),
                    line.kind(),
                    window,
                    counts,
                    reasons,
                    response.times(),
                    service.times(),
                    error.times());
        }
    }

    private static final class Values {
        private final Histogram histogram;
        private long sum;
        private long min = Long.MAX_VALUE;
        private long max = Long.MIN_VALUE;
        private long overflow;

        Values(int digits) {
            histogram = new Histogram(HistogramRange.LOWEST_NANOS, HistogramRange.HIGHEST_NANOS, digits);
        }

        void add(long nanos) {
            sum += nanos;
            min = Math.min(min, nanos);
            max = Math.max(max, nanos);
            if (nanos > HistogramRange.HIGHEST_NANOS) {
                overflow++;
            } else {
                histogram.recordValue(nanos);
            }
        }

        @Nullable
        Times times() {
            return histogram.getTotalCount() + overflow == 0 ? null : new Times(histogram, sum, min, max, overflow);
        }
    }
}
