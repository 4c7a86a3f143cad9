// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** The time series of one workload. Missing values are NaN. Not thread-safe. */
public final class WorkloadSeries {
    static final List<Figure> FIGURES = OperationColumns.in(Figure.View.SERIES);

    /** The maximum number of earlier bins that are compressed when a new bin begins. */
    private static final int MAX_PACKED = 3;

    private static final Totals NONE = new Totals(0);

    private final PlannedWorkload workload;
    private final Map<String, LineInterval.Kind> lines;
    private final boolean includesServiceTimes;
    private final NavigableMap<Long, Bin> bins = new TreeMap<>();
    private long latestBin = Long.MIN_VALUE;

    /** Rates refer to the counted time of an agent; levels are means of an agent, added over agents. */
    private static final class Bin {
        private final Set<String> agents = new HashSet<>();
        private final Map<String, Totals> lines = new HashMap<>(8);
        /** All operations together, while their series is computed. */
        private Totals all = NONE;

        private final TimeTotals dispatchLag = new TimeTotals();
        private final TimeTotals completionLag = new TimeTotals();
        private final Map<String, Long> counters = new HashMap<>();
        private final Map<String, Double> gauges = new HashMap<>();
        private int intervals;
        private int withBacklog;
        private long lengthNanos;
        private long users;
        private long inFlight;
        private long queued;
        private long backlog;

        void add(StoredInterval interval, WorkloadInterval counted) {
            agents.add(interval.agent());
            intervals++;
            lengthNanos += interval.endNanos() - interval.startNanos();
            WorkloadInterval.Levels levels = counted.levels();
            users += levels.liveUsers();
            inFlight += levels.inFlight();
            queued += levels.queued();
            if (levels.countsBacklog()) {
                backlog += levels.backlog();
                withBacklog++;
            }
            counted.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
            counted.gauges().forEach((name, level) -> gauges.merge(name, level, Double::sum));
        }

        Totals line(String name) {
            return lines.computeIfAbsent(name, key -> new Totals(0));
        }

        double seconds() {
            return lengthNanos / Nanos.PER_SECOND / agents.size();
        }

        double mean(double sum, int samples) {
            return sum * agents.size() / samples;
        }

        double value(Figure figure, @Nullable String line) {
            Totals totals = line == null ? all : line(line);
            totals.setSeconds(seconds());
            Figure.Value value = figure.value(totals);
            return value == null
                    ? Double.NaN
                    : figure.kind() == Figure.Kind.COUNT ? value.number() / seconds() : value.number();
        }

        /** The harness's own lag as a share of a time of all operations (measurement rule M24); NaN when it is not known. */
        double harnessShare(Figure figure, boolean perOperation) {
            Figure.Value value = figure.value(all);
            Double share = value == null
                    ? null
                    : new HarnessLag(dispatchLag, completionLag, perOperation).share(figure, value.number());
            return share == null ? Double.NaN : share;
        }

        double percentileMs(TimeTotals times, double percentile) {
            Estimate estimate = times.percentile(percentile);
            return estimate == null ? Double.NaN : estimate.nanos() / Nanos.PER_MILLI;
        }

        void pack() {
            lines.values().forEach(Totals::pack);
            dispatchLag.pack();
            completionLag.pack();
        }
    }

    WorkloadSeries(PlannedWorkload workload, boolean includesServiceTimes) {
        this.workload = workload;
        this.includesServiceTimes = includesServiceTimes;
        lines = workload.lines();
    }

    public PlannedWorkload workload() {
        return workload;
    }

    public Map<String, LineInterval.Kind> lines() {
        return new LinkedHashMap<>(lines);
    }

    void add(long bin, StoredInterval interval, WorkloadInterval measured) {
        if (bin > latestBin) {
            // The agents reach a bin at different times, so the latest two bins are not compressed yet.
            bins.headMap(bin - 1, false).descendingMap().values().stream()
                    .limit(MAX_PACKED)
                    .forEach(Bin::pack);
            latestBin = bin;
        }
        Bin target = bin(bin);
        target.add(interval, measured);
        measured.lines().forEach(line -> target.line(line.line()).add(line));
        for (LagInterval lag : measured.lags()) {
            target.dispatchLag.add(lag.dispatch());
            target.completionLag.add(lag.completion());
        }
    }

    private Bin bin(long bin) {
        return bins.computeIfAbsent(bin, key -> new Bin());
    }

    void forgetBefore(long bin) {
        bins.headMap(bin).clear();
    }

    private Totals operations(Bin bin) {
        Totals all = new Totals(0);
        bin.lines.forEach((name, totals) -> {
            if (lines.get(name) == LineInterval.Kind.OPERATION) {
                all.add(totals);
            }
        });
        return all;
    }

    public Map<String, double[]> all(long fromBin, long toBin) {
        Map<String, ToDoubleFunction<Bin>> columns = figures(null);
        columns.put("users", bin -> bin.mean((double) bin.users, bin.intervals));
        columns.put("inFlight", bin -> bin.mean((double) bin.inFlight, bin.intervals));
        columns.put("queued", bin -> bin.mean((double) bin.queued, bin.intervals));
        if (workload.load().backlogPerUser() != null) {
            columns.put("backlog", bin -> bin.mean((double) bin.backlog, bin.withBacklog));
        }
        columns.put("dispatchLagP99", bin -> bin.percentileMs(bin.dispatchLag, 99));
        for (Figure figure : FIGURES) {
            if (figure.section() == Figure.Section.RESPONSE_TIMES && figure.percentile() < 100) {
                columns.put(
                        "harnessShare" + figure.name().toUpperCase(Locale.ROOT),
                        bin -> bin.harnessShare(figure, workload.execution() == Execution.EVENT_LOOP));
            }
        }
        bins.subMap(fromBin, toBin).values().forEach(bin -> bin.all = operations(bin));
        Map<String, double[]> all = values(columns, bins, fromBin, toBin);
        bins.subMap(fromBin, toBin).values().forEach(bin -> bin.all = NONE);
        return all;
    }

    public Map<String, double[]> line(String line, long fromBin, long toBin) {
        return values(figures(line), bins, fromBin, toBin);
    }

    private Map<String, ToDoubleFunction<Bin>> figures(@Nullable String line) {
        Map<String, ToDoubleFunction<Bin>> columns = new LinkedHashMap<>();
        for (Figure figure : FIGURES) {
            if (figure.section() != Figure.Section.SERVICE_TIMES || line == null || includesServiceTimes) {
                columns.put(figure.name(), bin -> bin.value(figure, line));
            }
        }
        return columns;
    }

    Map<String, double[]> counters(long fromBin, long toBin) {
        return measures(
                MeasureDefinition.Kind.COUNTER,
                name -> bin -> bin.counters.getOrDefault(name, 0L) / bin.seconds(),
                fromBin,
                toBin);
    }

    Map<String, double[]> gauges(long fromBin, long toBin) {
        return measures(
                MeasureDefinition.Kind.GAUGE,
                name -> bin -> bin.mean(bin.gauges.getOrDefault(name, Double.NaN), bin.intervals),
                fromBin,
                toBin);
    }

    private Map<String, double[]> measures(
            MeasureDefinition.Kind kind, Function<String, ToDoubleFunction<Bin>> value, long fromBin, long toBin) {
        Map<String, ToDoubleFunction<Bin>> columns = new LinkedHashMap<>();
        workload.measures(kind).forEach(name -> columns.put(name, value.apply(name)));
        return values(columns, bins, fromBin, toBin);
    }

    /** Columns over some bins; a bin without counts is NaN. */
    static <B> Map<String, double[]> values(
            Map<String, ToDoubleFunction<B>> columns, NavigableMap<Long, B> bins, long fromBin, long toBin) {
        Map<String, double[]> series = new LinkedHashMap<>();
        columns.forEach((name, value) -> {
            double[] values = new double[(int) (toBin - fromBin)];
            Arrays.fill(values, Double.NaN);
            bins.subMap(fromBin, toBin)
                    .forEach((bin, counts) -> values[(int) (bin - fromBin)] = value.applyAsDouble(counts));
            series.put(name, values);
        });
        return series;
    }
}
