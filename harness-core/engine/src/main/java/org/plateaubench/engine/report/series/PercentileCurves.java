// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.MergedCounts;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.StoredCounts;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** Percentile curves of the steady window, of every operation, unit and observed series. One thread. */
public final class PercentileCurves implements RunRecords {
    private final RunPlan plan;
    private final Map<HistogramTag, MergedCounts> measured = new LinkedHashMap<>();
    private final Map<HistogramTag, Long> censored = new LinkedHashMap<>();
    private final Map<HistogramTag, Long> least = new LinkedHashMap<>();
    private final Map<HistogramTag, Long> greatest = new LinkedHashMap<>();

    /** Curves without a value. */
    public PercentileCurves(RunPlan plan) {
        this.plan = plan;
    }

    @Override
    public void interval(StoredInterval interval) {
        for (WorkloadInterval workload : interval.workloads()) {
            for (LineInterval line : workload.lines()) {
                if (line.window().isSteady()) {
                    add(tag(workload.tile(), workload.workload(), line.line()), line);
                }
            }
        }
    }

    private void add(HistogramTag tag, LineInterval line) {
        Times response = line.response();
        censored.merge(tag, line.counts().censored() + (response == null ? 0 : response.overflow()), Long::sum);
        if (response != null) {
            least.merge(tag, response.minNanos(), Math::min);
            greatest.merge(tag, response.maxNanos(), Math::max);
        }
    }

    @Override
    public boolean wants(HistogramTag tag) {
        return tag.window().isSteady()
                && tag.kind() == HistogramTag.Kind.RESPONSE
                && tag.population() == HistogramTag.Population.OK;
    }

    @Override
    public void histogram(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts) {
        if (wants(tag)) {
            measured.computeIfAbsent(tag.in(PhaseWindow.STEADY), key -> new MergedCounts())
                    .add(counts);
        }
    }

    private static HistogramTag tag(int tile, String workload, String line) {
        return new HistogramTag(
                tile, workload, line, HistogramTag.Kind.RESPONSE, HistogramTag.Population.OK, PhaseWindow.STEADY);
    }

    /** The curves of what was measured. */
    public ShownCurves shown() {
        return new ShownCurves(plan.workloads().stream().map(this::workload).toList());
    }

    private ShownCurves.Workload workload(PlannedWorkload workload) {
        List<ShownCurves.Line> lines = new ArrayList<>();
        new WorkloadSeries(workload, window -> true)
                .lines()
                .forEach((name, kind) -> lines.add(line(tag(workload.tile(), workload.name(), name), kind)));
        return new ShownCurves.Workload(workload.tile(), workload.name(), lines);
    }

    private ShownCurves.Line line(HistogramTag tag, LineInterval.Kind kind) {
        MergedCounts counts = measured.getOrDefault(tag, new MergedCounts());
        long beyond = censored.getOrDefault(tag, 0L);
        List<List<Double>> curve = PercentileCurve.of(
                counts, beyond, least.getOrDefault(tag, Long.MAX_VALUE), greatest.getOrDefault(tag, Long.MIN_VALUE));
        return new ShownCurves.Line(tag.line(), kind, counts.total() + beyond, beyond, curve);
    }
}
