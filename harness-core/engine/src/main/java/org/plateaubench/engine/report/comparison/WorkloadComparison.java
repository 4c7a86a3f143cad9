// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
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
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LoadResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.plan.PlannedWorkload;

/** Computes the figures of one workload, for one tile or over all tiles, in every run. */
final class WorkloadComparison {
    private static final double PERCENT = 100;

    private final List<JudgedRun> runs;
    private final List<RunSet> sets;
    private final String name;
    private final @Nullable Integer tile;
    private final List<@Nullable Part> parts = new ArrayList<>();
    /** The direction of a rate that is better; null in an open load, because the plan determines the rate. */
    private final @Nullable Better rate;

    private WorkloadComparison(List<JudgedRun> runs, List<RunSet> sets, String name, @Nullable Integer tile) {
        this.runs = runs;
        this.sets = sets;
        this.name = name;
        this.tile = tile;
        runs.forEach(run -> parts.add(Part.of(run.judgement(), name, tile)));
        this.rate = parts.stream().filter(Objects::nonNull).allMatch(Part::open) ? null : Better.HIGHER;
    }

    /** Every workload of every run: over all tiles, and if any run has several tiles, also for each tile. */
    static List<ComparedWorkload> of(List<JudgedRun> runs, List<RunSet> sets) {
        Map<String, Set<Integer>> tilesByName = new LinkedHashMap<>();
        for (JudgedRun run : runs) {
            run.plan()
                    .workloads()
                    .forEach(workload -> tilesByName
                            .computeIfAbsent(workload.name(), key -> new TreeSet<>())
                            .add(workload.tile()));
        }
        List<ComparedWorkload> compared = new ArrayList<>();
        tilesByName.forEach((name, tiles) -> {
            compared.add(new WorkloadComparison(runs, sets, name, null).compared());
            if (tiles.size() > 1) {
                tiles.forEach(tile -> compared.add(new WorkloadComparison(runs, sets, name, tile).compared()));
            }
        });
        return compared;
    }

    private ComparedWorkload compared() {
        List<ComparedWorkload.Line> lines = new ArrayList<>();
        lines.add(line(ComparedWorkload.Line.ALL, ComparedWorkload.Line.ALL, Part::all));
        Map<String, String> kinds = new LinkedHashMap<>();
        parts.stream()
                .filter(Objects::nonNull)
                .flatMap(part -> part.lines().stream())
                .forEach(line -> kinds.putIfAbsent(line.name(), Documents.word(line.kind())));
        kinds.forEach((line, kind) -> lines.add(line(line, kind, part -> part.block(line))));
        return new ComparedWorkload(
                tile, name, sets.stream().map(this::plugin).toList(), metric(), lines, counters(), checks());
    }

    /** The plugin, from the plan, because a run without measurements also has the workload. */
    private @Nullable String plugin(RunSet set) {
        return set.runs().stream()
                .flatMap(run -> runs.get(run).tiles(name))
                .filter(workload -> tile == null || workload.tile() == tile)
                .map(PlannedWorkload::plugin)
                .findFirst()
                .orElse(null);
    }

    private @Nullable ComparedFigure metric() {
        Set<List<String>> kinds = new LinkedHashSet<>();
        List<FigureValue> values = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            Part part = parts.get(run);
            MetricValue metric = part == null ? null : part.metric();
            values.add(
                    metric == null
                            ? FigureValue.of(null)
                            : FigureValue.of(metric.value(), false, false, standardErrorOfMetric(run)));
            if (metric != null) {
                kinds.add(List.of(metric.name(), metric.unit()));
            }
        }
        if (kinds.size() != 1) {
            return null;
        }
        List<String> kind = kinds.iterator().next();
        String unit = kind.getLast();
        return ComparedFigure.of(
                new ComparedFigure.Head(kind.getFirst(), Words.of(kind.getFirst()) + " " + unit, unit, rate, false),
                tile == null,
                values,
                sets);
    }

    /** The standard error of the throughput that the metric counts. */
    private @Nullable Double standardErrorOfMetric(int run) {
        MetricDefinition metric = runs.get(run)
                .tiles(name)
                .map(PlannedWorkload::metric)
                .findFirst()
                .orElseThrow();
        boolean all = metric.line().equals(MetricDefinition.ALL_OPERATIONS);
        Double error =
                standardError(run, metric.line(), all ? ComparedWorkload.Line.ALL : "", OperationFigures.THROUGHPUT);
        return error == null ? null : Double.valueOf(error * metric.perSeconds());
    }

    private ComparedWorkload.Line line(String line, String kind, Function<Part, @Nullable LineResult> block) {
        List<@Nullable LineResult> blocks = parts.stream()
                .map(part -> part == null ? null : block.apply(part))
                .toList();
        List<ComparedFigure> figures = new ArrayList<>();
        for (Figure figure : OperationFigures.in(Figure.View.COMPARISON)) {
            List<FigureValue> values = new ArrayList<>();
            for (int run = 0; run < runs.size(); run++) {
                LineResult each = blocks.get(run);
                values.add(
                        each == null
                                ? FigureValue.of(null)
                                : value(figure, each, standardError(run, line, kind, figure)));
            }
            boolean isMain = figure.isIn(Figure.View.TEST);
            Better better = figure.kind() == Figure.Kind.RATE ? rate : figure.better();
            figures.add(ComparedFigure.of(
                    new ComparedFigure.Head(figure.name(), title(figure), figure.unit(), better, !isMain),
                    isMain && tile == null,
                    values,
                    sets));
        }
        return new ComparedWorkload.Line(
                line,
                kind,
                sets.stream()
                        .map(set -> set.runs().stream().anyMatch(run -> blocks.get(run) != null))
                        .toList(),
                figures);
    }

    private static String title(Figure figure) {
        return figure.title() + " " + figure.unit();
    }

    private static FigureValue value(Figure figure, LineResult line, @Nullable Double standardError) {
        Figure.Value value = line.value(figure);
        return value == null
                ? FigureValue.of(null)
                : FigureValue.of(value.number(), value.lowerBound(), value.lowResolution(), standardError)
                        .withShare(line.harnessShare(figure));
    }

    /** The standard error, which is known over all tiles, and for a single tile only if the run has no other. */
    private @Nullable Double standardError(int run, String line, String kind, Figure figure) {
        return tile == null ? runs.get(run).spreads().standardError(name, line, kind, figure) : null;
    }

    private List<ComparedFigure> counters() {
        Map<String, String> units = new LinkedHashMap<>();
        for (JudgedRun run : runs) {
            run.tiles(name)
                    .flatMap(workload -> workload.measures().stream())
                    .filter(measure -> measure.kind() == MeasureDefinition.Kind.COUNTER)
                    .forEach(measure -> units.putIfAbsent(measure.name(), measure.unit()));
        }
        List<ComparedFigure> counters = new ArrayList<>();
        units.forEach((counter, unit) -> counters.add(
                plain(counter, unit + "/s", part -> part.counterRates().get(counter))));
        return counters;
    }

    private List<ComparedWorkload.Check> checks() {
        Map<String, String> units = new LinkedHashMap<>();
        parts.stream()
                .filter(Objects::nonNull)
                .flatMap(part -> part.checks().stream())
                .forEach(result -> units.putIfAbsent(result.name(), result.unit()));
        List<ComparedWorkload.Check> checks = new ArrayList<>();
        units.forEach((check, unit) -> {
            List<@Nullable Boolean> met = new ArrayList<>();
            for (RunSet set : sets) {
                List<Boolean> own = set.shown().stream()
                        .map(parts::get)
                        .map(part -> part == null ? null : part.check(check))
                        .filter(Objects::nonNull)
                        .map(CheckResult::met)
                        .toList();
                met.add(own.isEmpty() ? null : Boolean.valueOf(!own.contains(false)));
            }
            checks.add(new ComparedWorkload.Check(
                    plain(check, unit, part -> {
                        CheckResult result = part.check(check);
                        return result == null ? null : result.value();
                    }),
                    met));
        });
        return checks;
    }

    /** A figure whose scatter is not known. */
    private ComparedFigure plain(String figure, String unit, Function<Part, @Nullable Double> value) {
        return ComparedFigure.of(
                new ComparedFigure.Head(figure, (Words.of(figure) + " " + unit).strip(), unit, null, false),
                false,
                parts.stream()
                        .map(part -> FigureValue.of(part == null ? null : value.apply(part)))
                        .toList(),
                sets);
    }

    /** The figures of the harness itself. */
    static List<ComparedFigure> harness(List<JudgedRun> runs, List<RunSet> sets) {
        return List.of(
                harness("dispatchLagP99", "dispatch lag p99 ms", "ms", runs, sets, harness -> {
                    var lag = harness.dispatchLag();
                    return lag == null ? null : Double.valueOf(lag.p99Ms());
                }),
                harness("completionLagP99", "completion lag p99 ms", "ms", runs, sets, harness -> {
                    var lag = harness.completionLag();
                    return lag == null ? null : Double.valueOf(lag.p99Ms());
                }),
                harness("longestStall", "longest stall ms", "ms", runs, sets, HarnessResult::longestStallMs),
                harness("cpuShare", "agent CPU %", "%", runs, sets, harness -> {
                    Double share = harness.cpuShare();
                    return share == null ? null : Double.valueOf(PERCENT * share);
                }));
    }

    private static ComparedFigure harness(
            String name,
            String title,
            String unit,
            List<JudgedRun> runs,
            List<RunSet> sets,
            Function<HarnessResult, @Nullable Double> value) {
        return ComparedFigure.of(
                new ComparedFigure.Head(name, title, unit, Better.LOWER, false),
                false,
                runs.stream()
                        .map(run -> FigureValue.of(value.apply(run.judgement().harness())))
                        .toList(),
                sets);
    }

    /**
     * A workload of one run, for one tile or over all of them.
     *
     * @param open whether its load is open
     * @param metric headline figure
     * @param checks checks of the counts
     * @param counterRates declared counters per second of the steady window
     * @param all all operations together
     * @param lines operations, units and series
     */
    private record Part(
            boolean open,
            @Nullable MetricValue metric,
            List<CheckResult> checks,
            Map<String, Double> counterRates,
            LineResult all,
            List<LineResult> lines) {

        /** The requested part of a run; null if the run does not have it or nothing was measured. */
        static @Nullable Part of(Judgement judgement, String name, @Nullable Integer tile) {
            List<WorkloadResult> tiles = judgement.workloads().stream()
                    .filter(workload -> workload.name().equals(name) && (tile == null || workload.tile() == tile))
                    .toList();
            if (judgement.window() == null || tiles.isEmpty()) {
                return null;
            }
            double seconds = judgement.window().seconds();
            WorkloadResult first = tiles.getFirst();
            boolean open = first.load() instanceof LoadResult.Open;
            Map<String, Double> rates = new TreeMap<>();
            tiles.forEach(each ->
                    each.counters().forEach((counter, count) -> rates.merge(counter, count / seconds, Double::sum)));
            if (tile != null) {
                return new Part(open, first.metric(), first.checks(), rates, first.all(), first.lines());
            }
            for (AggregateResult total : judgement.aggregates()) {
                if (total.name().equals(name)) {
                    return new Part(open, total.metric(), total.checks(), rates, total.all(), total.lines());
                }
            }
            return null;
        }

        @Nullable
        LineResult block(String line) {
            return lines.stream()
                    .filter(each -> each.name().equals(line))
                    .findFirst()
                    .orElse(null);
        }

        @Nullable
        CheckResult check(String check) {
            return checks.stream()
                    .filter(result -> result.name().equals(check))
                    .findFirst()
                    .orElse(null);
        }
    }
}
