// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.result.Judgement.AggregateResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.WorkloadResult.MetricValue;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue;
import org.plateaubench.engine.report.comparison.Findings.ComparedSet;

/** A workload over all its tiles, in every set of runs; all operations together are the first line. */
public record ComparedWorkload(
        String name,
        List<@Nullable String> plugins,
        @Nullable ComparedFigure metric,
        List<Line> lines,
        List<ComparedFigure> checks) {
    /** An operation, unit or series; kind {@value #ALL} means all operations together. */
    public record Line(String name, String kind, List<ComparedFigure> figures) {
        public static final String ALL = "all";
    }

    public boolean isIn(int set) {
        return plugins.get(set) != null;
    }

    /** The figures that may be tested. */
    Stream<ComparedFigure> tested() {
        return Stream.concat(Stream.ofNullable(metric), lines.stream().flatMap(line -> line.figures().stream()));
    }

    /** This workload with each of the {@link #tested} figures replaced. */
    ComparedWorkload with(UnaryOperator<ComparedFigure> change) {
        return new ComparedWorkload(
                name,
                plugins,
                metric == null ? null : change.apply(metric),
                lines.stream()
                        .map(line -> new Line(
                                line.name(),
                                line.kind(),
                                line.figures().stream().map(change).toList()))
                        .toList(),
                checks);
    }

    static List<ComparedWorkload> of(List<JudgedRun> runs, List<ComparedSet> sets) {
        return runs.stream()
                .flatMap(run -> run.plan().workloads().stream())
                .map(PlannedWorkload::name)
                .distinct()
                .map(name -> new Collected(name, runs, sets).compared())
                .toList();
    }

    /** The results of a workload in every run. */
    private static final class Collected {
        private static final Line ALL = new Line(Line.ALL, Line.ALL, List.of());

        private final String name;
        private final List<JudgedRun> runs;
        private final List<ComparedSet> sets;
        /** The result of each run, null for a run without one. */
        private final List<@Nullable AggregateResult> results = new ArrayList<>();
        /** The direction of a rate that is better; null in an open load, because the plan determines the rate. */
        private final @Nullable Better rate;

        Collected(String name, List<JudgedRun> runs, List<ComparedSet> sets) {
            this.name = name;
            this.runs = runs;
            this.sets = sets;
            runs.forEach(run -> results.add(run.result(name)));
            rate = runs.stream().flatMap(run -> run.tiles(name)).anyMatch(tile -> tile.load() instanceof Load.Open)
                    ? null
                    : Better.HIGHER;
        }

        ComparedWorkload compared() {
            List<@Nullable String> plugins = new ArrayList<>();
            sets.forEach(set -> plugins.add(set.all().stream()
                    .flatMap(run -> runs.get(run).tiles(name))
                    .map(PlannedWorkload::plugin)
                    .findFirst()
                    .orElse(null)));
            Set<Line> lines = new LinkedHashSet<>(List.of(ALL));
            known().flatMap(result -> result.lines().stream()).forEach(line -> lines.add(line(line)));
            return new ComparedWorkload(
                    name,
                    plugins,
                    metric(),
                    lines.stream()
                            .map(line -> new Line(line.name(), line.kind(), figures(line)))
                            .toList(),
                    checks());
        }

        private Stream<AggregateResult> known() {
            return results.stream().filter(Objects::nonNull).map(Objects::requireNonNull);
        }

        private static Line line(LineResult line) {
            return new Line(line.name(), Documents.word(line.kind()), List.of());
        }

        private @Nullable ComparedFigure metric() {
            List<MetricValue> metrics = known().map(AggregateResult::metric)
                    .filter(Objects::nonNull)
                    .map(metric -> new MetricValue(metric.name(), 0, metric.unit()))
                    .distinct()
                    .toList();
            if (metrics.size() != 1) {
                return null;
            }
            MetricValue metric = metrics.getFirst();
            String title = Words.of(metric.name()) + " " + metric.unit();
            ComparedFigure.Definition definition =
                    new ComparedFigure.Definition(metric.name(), title, metric.unit(), rate, false);
            return ComparedFigure.of(definition, true, values(this::metric), sets);
        }

        private FigureValue metric(int run, AggregateResult result) {
            MetricValue value = result.metric();
            return value == null ? FigureValue.NONE : FigureValue.of(value.value(), errorOfMetric(runs.get(run)));
        }

        /** The standard error of the throughput that the metric counts. */
        private @Nullable Double errorOfMetric(JudgedRun run) {
            MetricDefinition metric =
                    run.tiles(name).map(PlannedWorkload::metric).findFirst().orElseThrow();
            boolean isAll = metric.line().equals(MetricDefinition.ALL_OPERATIONS);
            Double error = run.spreads()
                    .standardError(name, metric.line(), isAll ? Line.ALL : "", OperationColumns.THROUGHPUT);
            return error == null ? null : Double.valueOf(error * metric.perSeconds());
        }

        private List<ComparedFigure> figures(Line line) {
            List<ComparedFigure> figures = new ArrayList<>();
            for (Figure figure : OperationColumns.in(Figure.View.COMPARISON)) {
                boolean isMain = figure.isIn(Figure.View.TEST);
                Better better = figure.kind() == Figure.Kind.RATE ? rate : figure.better();
                figures.add(ComparedFigure.of(
                        new ComparedFigure.Definition(
                                figure.name(), figure.title() + " " + figure.unit(), figure.unit(), better, !isMain),
                        isMain,
                        values((run, result) -> value(run, result, line, figure)),
                        sets));
            }
            return figures;
        }

        private FigureValue value(int run, AggregateResult result, Line line, Figure figure) {
            Stream<LineResult> matching = line.equals(ALL)
                    ? Stream.of(result.all())
                    : result.lines().stream()
                            .filter(candidate -> line(candidate).equals(line));
            return matching.findFirst()
                    .map(found -> FigureValue.of(
                            found.value(figure),
                            found.harnessShare(figure),
                            runs.get(run).spreads().standardError(name, line.name(), line.kind(), figure)))
                    .orElse(FigureValue.NONE);
        }

        private List<ComparedFigure> checks() {
            return known().flatMap(result -> result.checks().stream())
                    .map(check -> new ComparedFigure.Definition(
                            check.name(),
                            (Words.of(check.name()) + " " + check.unit()).strip(),
                            check.unit(),
                            null,
                            false))
                    .distinct()
                    .map(definition -> ComparedFigure.of(
                            definition, false, values((run, result) -> check(result, definition)), sets))
                    .toList();
        }

        private static FigureValue check(AggregateResult result, ComparedFigure.Definition definition) {
            return result.checks().stream()
                    .filter(check -> check.name().equals(definition.name()) && check.value() != null)
                    .map(check -> FigureValue.of(Objects.requireNonNull(check.value()), null))
                    .findFirst()
                    .orElse(FigureValue.NONE);
        }

        @FunctionalInterface
        private interface RunFigure {
            FigureValue of(int run, AggregateResult result);
        }

        private List<FigureValue> values(RunFigure value) {
            List<FigureValue> values = new ArrayList<>();
            for (int run = 0; run < runs.size(); run++) {
                AggregateResult result = results.get(run);
                values.add(result == null ? FigureValue.NONE : value.of(run, result));
            }
            return values;
        }
    }
}
