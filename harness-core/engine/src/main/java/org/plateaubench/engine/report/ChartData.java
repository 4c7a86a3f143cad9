// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.LineResult;
import org.plateaubench.engine.judge.TimeSummary;
import org.plateaubench.engine.judge.WorkloadResult;
import org.plateaubench.engine.judge.figures.PhaseSpan;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.PercentileCurve;
import org.plateaubench.engine.report.series.RunSeries;
import org.plateaubench.engine.report.series.TimeBins;
import org.plateaubench.engine.report.series.WorkloadSeries;
import org.plateaubench.engine.store.MergedCounts;
import org.plateaubench.engine.store.StoredCounts;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.timeline.PhaseWindow;

/** The data of a report's charts, as a tree of plain data. */
final class ChartData {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long MOST_POINTS = 600;
    private static final long LEAST_POINTS = 120;
    /** Greatest number of points of one series over all workloads: a page with more opens slowly. */
    private static final long MOST_IN_ALL = 9_000;

    /** The drawn series of each workload; the console shows more. */
    private static final Set<String> DRAWN =
            Set.of("throughput", "declined", "failed", "p50", "p95", "p99", "users", "inFlight", "queued", "backlog");

    private final StoredRun run;
    private final Judgement judgement;
    private final RunSeries series;
    private final Map<HistogramTag, MergedCounts> steady = new TreeMap<>(Comparator.comparing(HistogramTag::toString));

    private ChartData(StoredRun run, Judgement judgement, RunSeries series) {
        this.run = run;
        this.judgement = judgement;
        this.series = series;
    }

    static Map<String, Object> of(StoredRun run, RunPlan plan, Judgement judgement, TimeBins bins) {
        long end = run.intervals().stream()
                .mapToLong(StoredInterval::endNanos)
                .max()
                .orElse(0);
        RunSeries series = new RunSeries(plan, bins, 0, Math.max(1, end));
        run.intervals().forEach(series::interval);
        return new ChartData(run, judgement, series).tree();
    }

    /** Bins with so few points that the report of a long run, or of one with many workloads, still opens quickly. */
    static TimeBins bins(StoredRun run, RunPlan plan) {
        long points = Math.clamp(MOST_IN_ALL / Math.max(1, plan.workloads().size()), LEAST_POINTS, MOST_POINTS);
        long end = run.intervals().stream()
                .mapToLong(StoredInterval::endNanos)
                .max()
                .orElse(0);
        // The last interval ends slightly late, which must not add a bin.
        long wholeIntervals = end / plan.interval().toNanos() * plan.interval().toNanos();
        return TimeBins.of(plan.interval(), wholeIntervals, points);
    }

    private Map<String, Object> tree() {
        run.forEachHistogram(this::histogram);
        List<Object> workloads = new ArrayList<>();
        judgement.workloads().forEach(workload -> workloads.add(workload(workload)));
        List<Object> cpu = new ArrayList<>();
        CpuSeries.of(run, series.bins()).forEach((source, points) -> cpu.add(Map.of("name", source, "points", points)));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("phases", phases());
        tree.put("workloads", workloads);
        tree.put("cpu", cpu);
        return tree;
    }

    private void histogram(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts) {
        series.histogram(startNanos, endNanos, tag, counts);
        boolean isResponse = tag.kind() == HistogramTag.Kind.RESPONSE && tag.population() == HistogramTag.Population.OK;
        if (isResponse && tag.window().isSteady()) {
            steady.computeIfAbsent(tag.in(PhaseWindow.STEADY), key -> new MergedCounts())
                    .add(counts);
        }
    }

    private Map<String, Object> workload(WorkloadResult workload) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("scope", workload.tile() + "/" + workload.name());
        WorkloadSeries ofWorkload = series.workload(workload.tile(), workload.name());
        if (ofWorkload != null) {
            ofWorkload.all(series.firstBin(), series.endBin()).forEach((name, values) -> {
                if (DRAWN.contains(name)) {
                    tree.put(name, points(values));
                }
            });
        }
        List<Object> curves = new ArrayList<>();
        for (LineResult line : workload.lines()) {
            HistogramTag tag = new HistogramTag(
                    workload.tile(),
                    workload.name(),
                    line.name(),
                    HistogramTag.Kind.RESPONSE,
                    HistogramTag.Population.OK,
                    PhaseWindow.STEADY);
            MergedCounts measured = steady.get(tag);
            TimeSummary times = line.block().responseTime();
            if (measured != null) {
                curves.add(Map.of("name", line.name(), "points", curve(measured, times)));
            }
        }
        tree.put("curves", curves);
        tree.put("steps", StepModel.points(workload));
        tree.put("level", "closed".equals(workload.load().get("kind")) ? "users" : "arrivals per second");
        return tree;
    }

    private static List<List<Double>> curve(MergedCounts measured, @Nullable TimeSummary times) {
        Double leastMs = times == null ? null : times.minMs();
        return times == null || leastMs == null
                ? List.of()
                : PercentileCurve.of(
                        measured,
                        times.censored(),
                        Math.round(leastMs * NANOS_PER_MILLI),
                        Math.round(times.maxMs() * NANOS_PER_MILLI));
    }

    /** Pairs of seconds and value of the bins that have one. */
    private List<List<Double>> points(double[] values) {
        List<List<Double>> points = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            if (!Double.isNaN(values[i])) {
                points.add(List.of(series.bins().middleSeconds(series.firstBin() + i), values[i]));
            }
        }
        return points;
    }

    private List<Object> phases() {
        List<Object> phases = new ArrayList<>();
        for (PhaseSpan span : judgement.phases()) {
            Long start = span.startNanos();
            if (start != null) {
                Map<String, Object> phase = new LinkedHashMap<>();
                phase.put("name", span.name());
                phase.put("start", start / NANOS_PER_SECOND);
                Long end = span.endNanos();
                phase.put("end", (end == null ? lastNanos(start) : end) / NANOS_PER_SECOND);
                phases.add(phase);
            }
        }
        return phases;
    }

    private long lastNanos(long otherwise) {
        return run.intervals().stream()
                .mapToLong(StoredInterval::endNanos)
                .max()
                .orElse(otherwise);
    }
}
