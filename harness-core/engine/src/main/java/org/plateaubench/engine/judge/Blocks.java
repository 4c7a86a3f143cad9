// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.LineFigures;
import org.plateaubench.engine.judge.figures.LineTotals;
import org.plateaubench.engine.judge.figures.Portion;
import org.plateaubench.engine.judge.figures.RankedTimes;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.result.AggregateResult;
import org.plateaubench.engine.judge.result.BacklogResult;
import org.plateaubench.engine.judge.result.Block;
import org.plateaubench.engine.judge.result.CheckResult;
import org.plateaubench.engine.judge.result.HarnessShare;
import org.plateaubench.engine.judge.result.LagSummary;
import org.plateaubench.engine.judge.result.LimitResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LoadResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.StepResult;
import org.plateaubench.engine.judge.result.TimeSummary;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.judge.rule.CheckRule;
import org.plateaubench.engine.judge.rule.LimitRule;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.StepText;
import org.plateaubench.measure.interval.LineInterval;

/** Converts figures to the blocks of a result. */
public final class Blocks {
    private final double windowSeconds;

    /**
     * Creates blocks over a steady window.
     *
     * @param window the window; null if the run never became steady, and then there are no rates
     */
    public Blocks(@Nullable Window window) {
        windowSeconds = window == null ? 0 : window.seconds();
    }

    /** The result of a workload with its steps, which are empty without a schedule. */
    public WorkloadResult workload(WorkloadFigures workload, List<StepResult> steps) {
        PlannedWorkload planned = workload.planned();
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
                LagSummary.of(workload.harnessLag()),
                block(workload.all(), workload.harnessLag(), null, List.of()),
                lines(workload),
                steps);
    }

    static StepResult step(WorkloadFigures workload) {
        Portion portion = Objects.requireNonNull(workload.extent().portion());
        Blocks blocks = new Blocks(workload.extent().window());
        PlannedWorkload planned = workload.planned();
        LoadStep step = planned.load().steps().get(portion.number() - 1);
        return new StepResult(
                portion,
                workload.extent().window(),
                workload.extent().complete(),
                StepText.level(planned.load(), step),
                Figures.rounded(step.mean()),
                Figures.rounded(step.highest()),
                workload.meanLiveUsers(),
                workload.edges(),
                BacklogResult.of(workload),
                LagSummary.of(workload.harnessLag()),
                blocks.block(workload.all(), workload.harnessLag(), null, List.of()),
                blocks.lines(workload));
    }

    private List<LineResult> lines(WorkloadFigures workload) {
        List<LineResult> lines = new ArrayList<>();
        HarnessLag lag = workload.harnessLag();
        for (LineFigures line : workload.lines()) {
            Block block =
                    block(line, lag, share(workload, line), workload.planned().limitsOf(line.name()));
            lines.add(new LineResult(line.name(), line.kind(), block));
        }
        return lines;
    }

    /** The results of the workloads, each over all tiles that run it. */
    List<AggregateResult> aggregates(List<WorkloadFigures> workloads) {
        Map<String, List<WorkloadFigures>> byName = new LinkedHashMap<>();
        for (WorkloadFigures workload : workloads) {
            byName.computeIfAbsent(workload.planned().name(), name -> new ArrayList<>())
                    .add(workload);
        }
        return byName.values().stream().map(this::aggregate).toList();
    }

    private AggregateResult aggregate(List<WorkloadFigures> tiles) {
        PlannedWorkload first = tiles.getFirst().planned();
        HarnessLag lag = LagSummary.merged(tiles);
        List<LineResult> lines = new ArrayList<>();
        List<LineFigures> operations = new ArrayList<>();
        for (LineFigures line : tiles.getFirst().lines()) {
            List<LineFigures> parts = new ArrayList<>();
            for (WorkloadFigures tile : tiles) {
                tile.lines().stream()
                        .filter(other -> other.name().equals(line.name()))
                        .forEach(parts::add);
            }
            LineFigures merged = LineFigures.merge(line.name(), line.kind(), parts);
            lines.add(new LineResult(line.name(), line.kind(), block(merged, lag, null, List.of())));
            if (line.kind() == LineInterval.Kind.OPERATION) {
                operations.add(merged);
            }
        }
        LineFigures all = LineFigures.merge("all", LineInterval.Kind.OPERATION, operations);
        return new AggregateResult(
                first.name(),
                first.plugin(),
                metric(first.metric(), tiles),
                checks(tiles),
                LagSummary.of(lag),
                block(all, lag, null, List.of()),
                lines);
    }

    /** The checks; a check applies to the whole steady window. */
    private List<CheckResult> checks(List<WorkloadFigures> tiles) {
        return tiles.getFirst().extent().portion() == null ? CheckRule.evaluate(tiles, windowSeconds) : List.of();
    }

    private Block block(LineFigures line, HarnessLag ofWorkload, Block.@Nullable MixShare mix, List<QosLimit> limits) {
        HarnessLag lag = lagOf(line, ofWorkload);
        LineTotals totals = line.totals();
        LineInterval.Counts counts = totals.counts();
        List<LimitResult> results = new ArrayList<>();
        limits.forEach(limit -> results.add(LimitRule.evaluate(limit, line, lag, windowSeconds)));
        return new Block(
                new Block.Counts(
                        totals.intended(),
                        counts.ok(),
                        counts.declined(),
                        counts.errors(),
                        counts.abandoned(),
                        counts.dropped(),
                        counts.okEnds()),
                line.errorsByClass(),
                line.declinedByReason(),
                windowSeconds > 0 ? Figures.rounded(counts.okEnds() / windowSeconds) : 0,
                times(line.responseTimes(), lag, HarnessLag.Time.RESPONSE),
                times(line.serviceTimes(), lag, HarnessLag.Time.SERVICE),
                TimeSummary.of(line.errorTimes(), HarnessShare.UNKNOWN),
                mix,
                results);
    }

    /**
     * The harness's part of the times of a line; times that a driver observes beside its operations have separate
     * stamps.
     */
    public static HarnessLag lagOf(LineFigures line, HarnessLag ofWorkload) {
        return line.kind() == LineInterval.Kind.SERIES ? HarnessLag.NONE : ofWorkload;
    }

    private static @Nullable TimeSummary times(RankedTimes times, HarnessLag lag, HarnessLag.Time time) {
        return TimeSummary.of(times, HarnessShare.of(times, lag, time));
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

    /** The share of an operation among the choices, that is, among the issued operations. */
    private static Block.@Nullable MixShare share(WorkloadFigures workload, LineFigures line) {
        PlannedWorkload planned = workload.planned();
        Map<String, Double> targets;
        switch (line.kind()) {
            case OPERATION -> {
                if (planned.units().stream().anyMatch(UnitDefinition::isConditional)) {
                    return null;
                }
                targets = MixShares.ofOperations(planned);
            }
            case UNIT -> {
                if (planned.units().stream().anyMatch(UnitDefinition::isSingleOperation)) {
                    return null;
                }
                targets = MixShares.ofUnits(planned.mix());
            }
            default -> {
                return null;
            }
        }
        long issued = workload.lines().stream()
                .filter(other -> other.kind() == line.kind())
                .mapToLong(other -> other.totals().counts().issued())
                .sum();
        Double achieved = issued == 0
                ? null
                : Double.valueOf(Figures.rounded((double) line.totals().counts().issued() / issued));
        return new Block.MixShare(Figures.rounded(targets.getOrDefault(line.name(), 0.0)), achieved);
    }
}
