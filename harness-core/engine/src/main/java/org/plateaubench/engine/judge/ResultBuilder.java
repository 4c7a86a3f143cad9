// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Extent.Portion;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.result.Judgement.AggregateResult;
import org.plateaubench.engine.judge.result.Judgement.PeriodResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Scores;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.judge.result.WorkloadResult.BacklogResult;
import org.plateaubench.engine.judge.result.WorkloadResult.CheckResult;
import org.plateaubench.engine.judge.result.WorkloadResult.LagSummary;
import org.plateaubench.engine.judge.result.WorkloadResult.LoadResult;
import org.plateaubench.engine.judge.result.WorkloadResult.MetricValue;
import org.plateaubench.engine.judge.result.WorkloadResult.StepResult;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.StepText;
import org.plateaubench.measure.interval.LineInterval;

/** Builds the results of workloads, steps, periods and aggregates from their figures. */
public final class ResultBuilder {
    private final double windowSeconds;

    public ResultBuilder(@Nullable Window window) {
        windowSeconds = window == null ? 0 : window.seconds();
    }

    public WorkloadResult workload(WorkloadFigures workload) {
        PlannedWorkload planned = workload.planned();
        Map<String, Answers> answers = new LinkedHashMap<>();
        Set<String> outsideMix = MixShares.notInMix(planned);
        planned.operations().stream()
                .filter(operation -> !outsideMix.contains(operation.name()))
                .forEach(operation -> answers.put(operation.name(), operation.answers()));
        return new WorkloadResult(
                planned.tile(),
                planned.name(),
                planned.plugin(),
                LoadResult.of(planned),
                new WorkloadResult.Users(planned.load().users(), workload.meanLiveUsers()),
                workload.edges(),
                BacklogResult.of(workload),
                metric(planned.metric(), List.of(workload)),
                workload.counters(),
                checks(List.of(workload)),
                answers,
                LagSummary.of(workload.harnessLag()),
                LineResult.of(workload.all(), workload.harnessLag(), null, List.of()),
                lines(workload),
                List.of());
    }

    static StepResult step(WorkloadFigures workload, @Nullable Verdict verdict) {
        Portion portion = Objects.requireNonNull(workload.extent().portion());
        PlannedWorkload planned = workload.planned();
        LoadStep step = planned.load().steps().get(portion.number() - 1);
        return new StepResult(
                portion.number(),
                portion.label(),
                workload.extent().window(),
                workload.extent().complete(),
                new StepResult.Asked(
                        StepText.level(planned.load(), step),
                        Figures.rounded(step.mean()),
                        Figures.rounded(step.highest())),
                workload.meanLiveUsers(),
                workload.edges(),
                BacklogResult.of(workload),
                verdict,
                LagSummary.of(workload.harnessLag()),
                LineResult.of(workload.all(), workload.harnessLag(), null, List.of()),
                lines(workload));
    }

    static List<LineResult> lines(WorkloadFigures workload) {
        return workload.lines().stream()
                .map(line -> {
                    HarnessLag lag = lagOf(line, workload.harnessLag());
                    return LineResult.of(
                            line,
                            lag,
                            share(workload, line),
                            workload.planned().limitsOf(line.name()).stream()
                                    .map(limit -> LimitRule.evaluate(limit, line, lag))
                                    .toList());
                })
                .toList();
    }

    List<AggregateResult> aggregates(List<WorkloadFigures> workloads) {
        Map<String, List<WorkloadFigures>> byName = workloads.stream()
                .collect(Collectors.groupingBy(
                        workload -> workload.planned().name(), LinkedHashMap::new, Collectors.toList()));
        return byName.values().stream().map(this::aggregate).toList();
    }

    private AggregateResult aggregate(List<WorkloadFigures> tiles) {
        PlannedWorkload first = tiles.getFirst().planned();
        HarnessLag lag = LagSummary.merged(tiles);
        List<LineResult> lines = new ArrayList<>();
        List<LineTotals> operations = new ArrayList<>();
        for (LineTotals line : tiles.getFirst().lines()) {
            List<LineTotals> parts = tiles.stream()
                    .flatMap(tile -> tile.lines().stream())
                    .filter(other -> other.name().equals(line.name()))
                    .toList();
            LineTotals merged = LineTotals.sum(line.name(), line.kind(), parts);
            lines.add(LineResult.of(merged, lagOf(merged, lag), null, List.of()));
            if (line.kind() == LineInterval.Kind.OPERATION) {
                operations.add(merged);
            }
        }
        LineTotals all = LineTotals.sum(LineResult.ALL, LineInterval.Kind.OPERATION, operations);
        return new AggregateResult(
                first.name(),
                first.plugin(),
                metric(first.metric(), tiles),
                checks(tiles),
                LagSummary.of(lag),
                LineResult.of(all, lag, null, List.of()),
                lines);
    }

    /** The results of the checks; steps and periods have none, because a check applies to the whole steady window. */
    private List<CheckResult> checks(List<WorkloadFigures> tiles) {
        return tiles.getFirst().coversWholeWindow() ? VerificationRule.evaluate(tiles, windowSeconds) : List.of();
    }

    /** The harness's part of the times of a line; a series has none, because the driver takes its stamps. */
    public static HarnessLag lagOf(LineTotals line, HarnessLag workloadLag) {
        return line.kind() == LineInterval.Kind.SERIES ? HarnessLag.NONE : workloadLag;
    }

    /** The headline figure of a workload over all its tiles; without a value if the run never became steady. */
    @Nullable
    public MetricValue metric(MetricDefinition metric, List<WorkloadFigures> tiles) {
        if (windowSeconds <= 0) {
            return null;
        }
        long ends = 0;
        for (WorkloadFigures tile : tiles) {
            ends += tile.countedEnds();
        }
        return new MetricValue(
                metric.name(), Figures.rounded(ends / windowSeconds * metric.perSeconds()), metric.unit());
    }

    private static LineResult.@Nullable MixShare share(WorkloadFigures workload, LineTotals line) {
        PlannedWorkload planned = workload.planned();
        boolean isOperation = line.kind() == LineInterval.Kind.OPERATION;
        boolean isUnknown = isOperation
                ? planned.units().stream().anyMatch(UnitDefinition::isConditional)
                : line.kind() == LineInterval.Kind.SERIES
                        || planned.units().stream().anyMatch(UnitDefinition::isSingleOperation);
        if (isUnknown) {
            return null;
        }
        Map<String, Double> targets = isOperation ? MixShares.ofOperations(planned) : MixShares.ofUnits(planned.mix());
        long issued = workload.lines().stream()
                .filter(other -> other.kind() == line.kind())
                .mapToLong(other -> other.totals().counts().issued())
                .sum();
        Double achieved = issued == 0
                ? null
                : Double.valueOf(Figures.rounded((double) line.totals().counts().issued() / issued));
        return new LineResult.MixShare(Figures.rounded(targets.getOrDefault(line.name(), 0.0)), achieved);
    }

    /** Each period, without figures if it was not reached. */
    static List<Scores.ScoredPeriod> periods(
            RunPlan plan, @Nullable Window steady, BiFunction<PlannedWorkload, Extent, WorkloadFigures> figures) {
        List<Scores.ScoredPeriod> periods = new ArrayList<>();
        for (Period period : plan.periods()) {
            int number = periods.size() + 1;
            long end = period.end().toNanos();
            Window window = steady == null ? null : steady.cut(period.start().toNanos(), end);
            periods.add(new Scores.ScoredPeriod(
                    period.name(),
                    window,
                    window != null && window.endNanos() == end,
                    plan.workloads().stream()
                            .filter(workload -> window != null)
                            .map(workload ->
                                    figures.apply(workload, Extent.period(workload, number, period.name(), steady)))
                            .toList()));
        }
        return periods;
    }

    static PeriodResult period(Scores.ScoredPeriod period) {
        ResultBuilder builder = new ResultBuilder(period.window());
        return new PeriodResult(
                period.name(),
                period.window(),
                period.complete(),
                period.figures().stream().map(builder::workload).toList(),
                builder.aggregates(period.figures()));
    }

    static void addPeriodReasons(List<PeriodResult> periods, List<Reason> reasons) {
        for (int number = 1; number <= periods.size(); number++) {
            PeriodResult period = periods.get(number - 1);
            for (WorkloadResult workload : period.workloads()) {
                for (LineResult line : workload.lines()) {
                    Scope scope = workload.scope(line.name()).in(new Portion(Portion.PERIOD, number, period.name()));
                    LimitRule.addReasons(scope, line, reasons);
                }
            }
        }
    }
}
