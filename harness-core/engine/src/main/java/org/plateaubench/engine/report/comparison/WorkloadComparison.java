// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.figure.OperationFigures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.result.AggregateResult;
import org.plateaubench.engine.judge.result.CheckResult;
import org.plateaubench.engine.judge.result.HarnessResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LoadResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.report.comparison.ComparedFigure.Head;

/** Collects the figures of workloads and of the harness from every run. */
final class WorkloadComparison {
    private static final double PERCENT = 100;

    private final List<JudgedRun> runs;
    private final List<ComparedSet> sets;
    private final Map<Key, Entry> entries = new LinkedHashMap<>();

    private enum Kind {
        METRIC,
        LINE,
        COUNTER,
        CHECK
    }

    /**
     * A figure of a workload.
     *
     * @param tile number of the tile; null for all tiles together
     * @param line its line, empty for other kinds
     */
    private record Key(String workload, @Nullable Integer tile, Kind kind, Line line, String name, String unit) {}

    private record Line(String name, String kind) {
        static final Line NONE = new Line("", "");
        static final Line ALL = new Line(ComparedWorkload.Line.ALL, ComparedWorkload.Line.ALL);
    }

    /** A figure in every run. */
    private record Entry(Head head, boolean tested, List<FigureValue> values) {}

    private WorkloadComparison(List<JudgedRun> runs, List<ComparedSet> sets) {
        this.runs = runs;
        this.sets = sets;
        for (int run = 0; run < runs.size(); run++) {
            if (runs.get(run).judgement().isMeasured()) {
                add(run);
            }
        }
    }

    /** Every workload of every run: over all tiles, and if any run has several tiles, also for each tile. */
    static List<ComparedWorkload> of(List<JudgedRun> runs, List<ComparedSet> sets) {
        WorkloadComparison comparison = new WorkloadComparison(runs, sets);
        Map<String, Set<Integer>> tilesByName = new LinkedHashMap<>();
        runs.stream()
                .flatMap(run -> run.plan().workloads().stream())
                .forEach(workload -> tilesByName
                        .computeIfAbsent(workload.name(), key -> new TreeSet<>())
                        .add(workload.tile()));
        List<ComparedWorkload> compared = new ArrayList<>();
        tilesByName.forEach((name, tiles) -> {
            compared.add(comparison.compared(name, null));
            if (tiles.size() > 1) {
                tiles.forEach(tile -> compared.add(comparison.compared(name, tile)));
            }
        });
        return compared;
    }

    private ComparedWorkload compared(String name, @Nullable Integer tile) {
        Map<Line, List<ComparedFigure>> lines = new LinkedHashMap<>();
        Map<Kind, List<ComparedFigure>> others = new LinkedHashMap<>();
        entries.forEach((key, entry) -> {
            if (key.workload().equals(name) && Objects.equals(key.tile(), tile)) {
                ComparedFigure figure = ComparedFigure.of(entry.head(), entry.tested(), entry.values(), sets);
                (key.kind() == Kind.LINE
                                ? lines.computeIfAbsent(key.line(), line -> new ArrayList<>())
                                : others.computeIfAbsent(key.kind(), kind -> new ArrayList<>()))
                        .add(figure);
            }
        });
        List<ComparedFigure> metrics = others.getOrDefault(Kind.METRIC, List.of());
        return new ComparedWorkload(
                tile,
                name,
                sets.stream().map(set -> plugin(set, name, tile)).toList(),
                metrics.size() == 1 ? metrics.getFirst() : null,
                lines.entrySet().stream()
                        .map(line -> new ComparedWorkload.Line(
                                line.getKey().name(), line.getKey().kind(), line.getValue()))
                        .toList(),
                others.getOrDefault(Kind.COUNTER, List.of()),
                others.getOrDefault(Kind.CHECK, List.of()));
    }

    /** The plugin, from the plan, because a run without measurements also has the workload. */
    private @Nullable String plugin(ComparedSet set, String name, @Nullable Integer tile) {
        return set.all().stream()
                .flatMap(run -> runs.get(run).tiles(name))
                .filter(workload -> tile == null || workload.tile() == tile)
                .map(PlannedWorkload::plugin)
                .findFirst()
                .orElse(null);
    }

    private void add(int run) {
        List<WorkloadResult> tiles = runs.get(run).judgement().workloads();
        for (AggregateResult total : runs.get(run).judgement().aggregates()) {
            List<WorkloadResult> own = tiles.stream()
                    .filter(tile -> tile.name().equals(total.name()))
                    .toList();
            new Part(run, total.name(), null, own).add(total.metric(), total.all(), total.lines(), total.checks());
        }
        tiles.forEach(tile -> new Part(run, tile.name(), tile.tile(), List.of(tile))
                .add(tile.metric(), tile.all(), tile.lines(), tile.checks()));
    }

    /** A workload of one run, for one tile or over all of them. */
    private final class Part {
        private final int run;
        private final String workload;
        private final @Nullable Integer tile;
        private final List<WorkloadResult> tiles;
        /** The direction of a rate that is better; null in an open load, because the plan determines the rate. */
        private final @Nullable Better rate;

        Part(int run, String workload, @Nullable Integer tile, List<WorkloadResult> tiles) {
            this.run = run;
            this.workload = workload;
            this.tile = tile;
            this.tiles = tiles;
            this.rate = tiles.getFirst().load() instanceof LoadResult.Open ? null : Better.HIGHER;
        }

        void add(@Nullable MetricValue metric, LineResult all, List<LineResult> lines, List<CheckResult> checks) {
            if (metric != null) {
                Head head = new Head(
                        metric.name(), Words.of(metric.name()) + " " + metric.unit(), metric.unit(), rate, false);
                put(Kind.METRIC, Line.NONE, head, tile == null, FigureValue.of(metric.value(), errorOfMetric()));
            }
            add(Line.ALL, all);
            lines.forEach(line -> add(new Line(line.name(), Documents.word(line.kind())), line));
            counters();
            checks.forEach(check ->
                    put(Kind.CHECK, Line.NONE, plain(check.name(), check.unit()), false, FigureValue.of(check)));
        }

        private void put(Kind kind, Line line, Head head, boolean tested, FigureValue value) {
            entries.computeIfAbsent(
                            new Key(workload, tile, kind, line, head.name(), head.unit()),
                            key -> new Entry(
                                    head, tested, new ArrayList<>(Collections.nCopies(runs.size(), FigureValue.NONE))))
                    .values()
                    .set(run, value);
        }

        private void add(Line line, LineResult result) {
            for (Figure figure : OperationFigures.in(Figure.View.COMPARISON)) {
                boolean isMain = figure.isIn(Figure.View.TEST);
                Better better = figure.kind() == Figure.Kind.RATE ? rate : figure.better();
                put(
                        Kind.LINE,
                        line,
                        new Head(figure.name(), figure.title() + " " + figure.unit(), figure.unit(), better, !isMain),
                        isMain && tile == null,
                        FigureValue.of(result.value(figure), result.harnessShare(figure), standardError(line, figure)));
            }
        }

        /** The standard error, which is known over all tiles, and for a single tile only if the run has no other. */
        private @Nullable Double standardError(Line line, Figure figure) {
            return tile == null
                    ? runs.get(run).spreads().standardError(workload, line.name(), line.kind(), figure)
                    : null;
        }

        /** The standard error of the throughput that the metric counts. */
        private @Nullable Double errorOfMetric() {
            MetricDefinition metric = runs.get(run)
                    .tiles(workload)
                    .map(PlannedWorkload::metric)
                    .findFirst()
                    .orElseThrow();
            boolean all = metric.line().equals(MetricDefinition.ALL_OPERATIONS);
            Double error = standardError(all ? Line.ALL : new Line(metric.line(), ""), OperationFigures.THROUGHPUT);
            return error == null ? null : Double.valueOf(error * metric.perSeconds());
        }

        /** Declared counters per second. */
        private void counters() {
            double seconds =
                    Objects.requireNonNull(runs.get(run).judgement().window()).seconds();
            runs.get(run)
                    .tiles(workload)
                    .flatMap(planned -> planned.measures().stream())
                    .filter(measure -> measure.kind() == MeasureDefinition.Kind.COUNTER)
                    .filter(measure ->
                            tiles.stream().anyMatch(each -> each.counters().containsKey(measure.name())))
                    .distinct()
                    .forEach(measure -> {
                        long count = tiles.stream()
                                .mapToLong(each -> each.counters().getOrDefault(measure.name(), 0L))
                                .sum();
                        put(
                                Kind.COUNTER,
                                Line.NONE,
                                plain(measure.name(), measure.unit() + "/s"),
                                false,
                                FigureValue.of(count / seconds, null));
                    });
        }
    }

    /** A figure that has no better direction. */
    private static Head plain(String name, String unit) {
        return new Head(name, (Words.of(name) + " " + unit).strip(), unit, null, false);
    }

    /** The figures of the harness itself. */
    static List<ComparedFigure> harness(List<JudgedRun> runs, List<ComparedSet> sets) {
        return Stream.of(
                        new HarnessFigure("dispatchLagP99", "dispatch lag p99 ms", "ms", harness -> {
                            var lag = harness.dispatchLag();
                            return lag == null ? null : Double.valueOf(lag.p99Ms());
                        }),
                        new HarnessFigure("completionLagP99", "completion lag p99 ms", "ms", harness -> {
                            var lag = harness.completionLag();
                            return lag == null ? null : Double.valueOf(lag.p99Ms());
                        }),
                        new HarnessFigure("longestStall", "longest stall ms", "ms", HarnessResult::longestStallMs),
                        new HarnessFigure("cpuShare", "agent CPU %", "%", harness -> {
                            Double share = harness.cpuShare();
                            return share == null ? null : Double.valueOf(PERCENT * share);
                        }))
                .map(figure -> ComparedFigure.of(
                        new Head(figure.name(), figure.title(), figure.unit(), Better.LOWER, false),
                        false,
                        runs.stream()
                                .map(run -> figure.value().apply(run.judgement().harness()))
                                .map(value -> value == null ? FigureValue.NONE : FigureValue.of(value, null))
                                .toList(),
                        sets))
                .toList();
    }

    private record HarnessFigure(
            String name, String title, String unit, Function<HarnessResult, @Nullable Double> value) {}
}
