// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.LineResult;
import org.plateaubench.engine.judge.TimeSummary;
import org.plateaubench.engine.judge.WorkloadResult;
import org.plateaubench.engine.judge.figures.PhaseSpan;
import org.plateaubench.engine.store.StoredCounts;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.HistogramTag;
import org.plateaubench.measure.LineInterval;
import org.plateaubench.measure.PhaseWindow;
import org.plateaubench.measure.WorkloadInterval;

/** What the charts of a report draw, as a tree of plain data. */
final class ChartData {
    private static final double NANOS_PER_SECOND = 1e9;

    private final StoredRun run;
    private final Judgement judgement;
    private final TimeBins bins;
    private final Map<String, WorkloadSeries> series = new LinkedHashMap<>();
    private final Set<String> operations = new HashSet<>();
    private final Map<HistogramTag, Histogram> steady = new TreeMap<>(Comparator.comparing(HistogramTag::toString));

    private ChartData(StoredRun run, Judgement judgement, TimeBins bins) {
        this.run = run;
        this.judgement = judgement;
        this.bins = bins;
    }

    static Map<String, Object> of(StoredRun run, Judgement judgement, TimeBins bins) {
        return new ChartData(run, judgement, bins).tree();
    }

    private Map<String, Object> tree() {
        for (WorkloadResult workload : judgement.workloads()) {
            String scope = workload.tile() + "/" + workload.name();
            series.put(scope, new WorkloadSeries(bins));
            for (LineResult line : workload.lines()) {
                if (line.kind() == LineInterval.Kind.OPERATION) {
                    operations.add(scope + "/" + line.name());
                }
            }
        }
        for (StoredInterval interval : run.intervals()) {
            for (WorkloadInterval workload : interval.workloads()) {
                WorkloadSeries target = series.get(workload.tile() + "/" + workload.workload());
                if (target != null) {
                    target.add(interval, workload);
                }
            }
        }
        run.forEachHistogram(this::histogram);
        List<Object> workloads = new ArrayList<>();
        judgement.workloads().forEach(workload -> workloads.add(workload(workload)));
        List<Object> cpu = new ArrayList<>();
        CpuSeries.of(run, bins).forEach((source, points) -> cpu.add(Map.of("name", source, "points", points)));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("phases", phases());
        tree.put("workloads", workloads);
        tree.put("cpu", cpu);
        return tree;
    }

    private void histogram(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts) {
        WorkloadSeries target = series.get(tag.tile() + "/" + tag.workload());
        boolean isResponse = tag.kind() == HistogramTag.Kind.RESPONSE && tag.population() == HistogramTag.Population.OK;
        if (target == null || !isResponse) {
            return;
        }
        if (isOperation(tag)) {
            target.add(startNanos, endNanos, counts);
        }
        if (tag.window().isSteady()) {
            HistogramTag whole = tag.in(PhaseWindow.STEADY);
            Histogram sum = steady.get(whole);
            if (sum == null) {
                steady.put(whole, counts.toHistogram());
            } else {
                counts.addTo(sum);
            }
        }
    }

    private boolean isOperation(HistogramTag tag) {
        return operations.contains(tag.tile() + "/" + tag.workload() + "/" + tag.line());
    }

    private Map<String, Object> workload(WorkloadResult workload) {
        String scope = workload.tile() + "/" + workload.name();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("scope", scope);
        WorkloadSeries ofWorkload = series.get(scope);
        if (ofWorkload != null) {
            tree.putAll(ofWorkload.tree());
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
            Histogram histogram = steady.get(tag);
            TimeSummary times = line.block().responseTime();
            if (histogram != null) {
                curves.add(Map.of(
                        "name",
                        line.name(),
                        "points",
                        PercentileCurve.of(histogram, times == null ? 0 : times.censored())));
            }
        }
        tree.put("curves", curves);
        tree.put("steps", StepModel.points(workload));
        tree.put("level", "closed".equals(workload.load().get("kind")) ? "users" : "arrivals per second");
        return tree;
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
