// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.result.Block;
import org.plateaubench.engine.judge.result.CheckResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.TimeSummary;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.report.comparison.ComparedFigure.Better;

/** Computes the figures of one workload, for one tile or over all tiles, in every run. */
final class WorkloadComparison {
    private static final double PERCENT = 100;

    private final List<JudgedRun> runs;
    private final IntPredicate comparable;
    private final String name;
    private final @Nullable Integer tile;
    private final List<@Nullable Part> parts = new ArrayList<>();
    private final boolean open;

    private WorkloadComparison(List<JudgedRun> runs, IntPredicate comparable, String name, @Nullable Integer tile) {
        this.runs = runs;
        this.comparable = comparable;
        this.name = name;
        this.tile = tile;
        runs.forEach(run -> parts.add(Part.of(run.judgement(), name, tile)));
        this.open = parts.stream().filter(Objects::nonNull).allMatch(Part::open);
    }

    /**
     * Every workload of every run: over all tiles, and if any run has several tiles, also for each tile.
     *
     * @param comparable whether the figures of a run may be compared
     */
    static List<ComparedWorkload> of(List<JudgedRun> runs, IntPredicate comparable) {
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
            compared.add(new WorkloadComparison(runs, comparable, name, null).compared());
            if (tiles.size() > 1) {
                tiles.forEach(tile -> compared.add(new WorkloadComparison(runs, comparable, name, tile).compared()));
            }
        });
        return compared;
    }

    static List<ComparedFigure> harness(List<JudgedRun> runs, IntPredicate comparable) {
        Map<String, Function<JudgedRun, @Nullable Double>> figures = new LinkedHashMap<>();
        figures.put(FigureNames.DISPATCH_LAG, run -> {
            var lag = run.judgement().harness().dispatchLag();
            return lag == null ? null : Double.valueOf(lag.p99Ms());
        });
        figures.put(FigureNames.COMPLETION_LAG, run -> {
            var lag = run.judgement().harness().completionLag();
            return lag == null ? null : Double.valueOf(lag.p99Ms());
        });
        figures.put(FigureNames.LONGEST_STALL, run -> run.judgement().harness().longestStallMs());
        figures.put(FigureNames.CPU_SHARE, run -> {
            Double share = run.judgement().harness().cpuShare();
            return share == null ? null : Double.valueOf(PERCENT * share);
        });
        List<ComparedFigure> compared = new ArrayList<>();
        figures.forEach((figure, value) -> compared.add(figure(
                figure,
                figure.equals(FigureNames.CPU_SHARE) ? "%" : "ms",
                Better.LOWER,
                runs.stream().map(run -> FigureValue.of(value.apply(run))).toList(),
                comparable)));
        return compared;
    }

    private ComparedWorkload compared() {
        return new ComparedWorkload(
                tile,
                name,
                runs.stream().map(run -> plugin(run)).toList(),
                metric(),
                Part.lines(parts).stream().map(this::line).toList(),
                counters(),
                checks());
    }

    /** The plugin, from the plan, because a run without measurements also has the workload. */
    private @Nullable String plugin(JudgedRun run) {
        return run.tiles(name)
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
        return figure(kind.getFirst(), kind.getLast(), rate(), values, comparable);
    }

    /** The standard error of the throughput that the metric counts. */
    private @Nullable Double standardErrorOfMetric(int run) {
        MetricDefinition metric = runs.get(run)
                .tiles(name)
                .map(PlannedWorkload::metric)
                .findFirst()
                .orElseThrow();
        boolean all = metric.line().equals(MetricDefinition.ALL_OPERATIONS);
        Double error = standardError(
                run, new Part.LineKey(metric.line(), all ? ComparedLine.ALL : ""), FigureNames.THROUGHPUT);
        return error == null ? null : Double.valueOf(error * metric.perSeconds());
    }

    /** The direction of a rate that is better; null in an open load, because the plan determines the rate. */
    private @Nullable Better rate() {
        return open ? null : Better.HIGHER;
    }

    private ComparedLine line(Part.LineKey key) {
        List<@Nullable Block> blocks = new ArrayList<>();
        parts.forEach(part -> blocks.add(part == null ? null : part.block(key.name(), key.kind())));
        List<ComparedFigure> figures = new ArrayList<>();
        figures.add(figure(key, blocks, FigureNames.THROUGHPUT, "/s", rate(), Block::throughputPerSecond));
        for (String percentile : TimeSummary.PERCENTILES.keySet()) {
            figures.add(percentile(key, blocks, percentile));
        }
        List<FigureValue> longest = new ArrayList<>();
        for (Block block : blocks) {
            TimeSummary times = block == null ? null : block.responseTime();
            longest.add(
                    times == null
                            ? FigureValue.of(null)
                            : FigureValue.of(times.maxMs(), times.lowerBounds().contains(FigureNames.MAX), false, null)
                                    .withShare(times.harness().of(FigureNames.MAX)));
        }
        figures.add(figure(FigureNames.MAX, "ms", Better.LOWER, longest, comparable));
        figures.add(figure(
                key,
                blocks,
                FigureNames.ERRORS,
                "%",
                Better.LOWER,
                block -> share(block, block.counts().failed())));
        figures.add(figure(
                key,
                blocks,
                FigureNames.DECLINED,
                "%",
                null,
                block -> share(block, block.counts().declined())));
        return new ComparedLine(
                key.name(), key.kind(), blocks.stream().map(Objects::nonNull).toList(), figures);
    }

    private static @Nullable Double share(Block block, long part) {
        long intended = block.counts().intended();
        return intended == 0 ? null : Double.valueOf(Figures.percent(part, intended));
    }

    private ComparedFigure percentile(Part.LineKey key, List<@Nullable Block> blocks, String percentile) {
        List<FigureValue> values = new ArrayList<>();
        for (int run = 0; run < blocks.size(); run++) {
            Block block = blocks.get(run);
            TimeSummary times = block == null ? null : block.responseTime();
            values.add(
                    times == null
                            ? FigureValue.of(null)
                            : FigureValue.of(
                                            times.percentilesMs().get(percentile),
                                            times.lowerBounds().contains(percentile),
                                            times.lowResolution().contains(percentile),
                                            standardError(run, key, percentile))
                                    .withShare(times.harness().of(percentile)));
        }
        return figure(percentile, "ms", Better.LOWER, values, comparable);
    }

    private ComparedFigure figure(
            Part.LineKey key,
            List<@Nullable Block> blocks,
            String figure,
            String unit,
            @Nullable Better better,
            Function<Block, @Nullable Double> value) {
        List<FigureValue> values = new ArrayList<>();
        for (int run = 0; run < blocks.size(); run++) {
            Block block = blocks.get(run);
            values.add(
                    block == null
                            ? FigureValue.of(null)
                            : FigureValue.of(value.apply(block), false, false, standardError(run, key, figure)));
        }
        return figure(figure, unit, better, values, comparable);
    }

    /** The standard error, which is known over all tiles, and for a single tile only if the run has no other. */
    private @Nullable Double standardError(int run, Part.LineKey key, String figure) {
        return tile == null ? runs.get(run).spreads().standardError(name, key.name(), key.kind(), figure) : null;
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
        units.forEach((counter, unit) -> {
            List<FigureValue> values = new ArrayList<>();
            parts.forEach(part -> values.add(
                    FigureValue.of(part == null ? null : part.counterRates().get(counter))));
            counters.add(figure(counter, unit + "/s", null, values, comparable));
        });
        return counters;
    }

    private List<ComparedCheck> checks() {
        Map<String, String> units = new LinkedHashMap<>();
        parts.stream()
                .filter(Objects::nonNull)
                .flatMap(part -> part.checks().stream())
                .forEach(result ->
                        units.putIfAbsent(result.check().name(), result.check().unit()));
        List<ComparedCheck> checks = new ArrayList<>();
        units.forEach((check, unit) -> {
            List<FigureValue> values = new ArrayList<>();
            List<@Nullable Boolean> met = new ArrayList<>();
            for (Part part : parts) {
                CheckResult result = part == null ? null : check(part, check);
                values.add(FigureValue.of(result == null ? null : result.value()));
                met.add(result == null ? null : result.met());
            }
            checks.add(new ComparedCheck(figure(check, unit, null, values, comparable), met));
        });
        return checks;
    }

    private static @Nullable CheckResult check(Part part, String name) {
        return part.checks().stream()
                .filter(result -> result.check().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static ComparedFigure figure(
            String figure, String unit, @Nullable Better better, List<FigureValue> values, IntPredicate comparable) {
        List<FigureValue> compared = new ArrayList<>(List.of(values.getFirst()));
        for (int run = 1; run < values.size(); run++) {
            compared.add(values.get(run).against(values.getFirst(), comparable.test(0) && comparable.test(run)));
        }
        return new ComparedFigure(figure, unit, better, compared);
    }
}
