// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Of every operation, unit and series. A workload is added by one thread at a time. */
public final class PercentileCurves implements RunRecords {
    private static final double PERCENT = 100;
    /** Points per factor of ten on the horizontal axis. */
    private static final int POINTS_PER_DECADE = 24;

    private final RunPlan plan;
    private final boolean withService;
    private final Map<List<Object>, Totals> totals = new ConcurrentHashMap<>();

    PercentileCurves(RunPlan plan, boolean withService) {
        this.plan = plan;
        this.withService = withService;
    }

    private Totals totals(int tile, String workload, String line) {
        return totals.computeIfAbsent(List.of(tile, workload, line), key -> new Totals(0));
    }

    @Override
    public void interval(StoredInterval interval) {
        for (WorkloadInterval workload : interval.workloads()) {
            for (LineInterval line : workload.lines()) {
                if (line.window().isSteady()) {
                    totals(workload.tile(), workload.workload(), line.line()).add(line);
                }
            }
        }
    }

    public ShownCurves shown() {
        return new ShownCurves(plan.workloads().stream().map(this::workload).toList());
    }

    private ShownCurves.Workload workload(PlannedWorkload workload) {
        List<ShownCurves.Line> lines = new ArrayList<>();
        workload.lines().forEach((name, kind) -> {
            Totals of = totals(workload.tile(), workload.name(), name);
            TimeTotals response = of.response();
            lines.add(new ShownCurves.Line(
                    name,
                    kind,
                    response.ranked(),
                    response.ranked() - response.inHistogram(),
                    curve(response),
                    withService ? curve(of.service()) : List.of()));
        });
        return new ShownCurves.Workload(workload.tile(), workload.name(), lines);
    }

    /**
     * Pairs of percentile and milliseconds up to the last measured value. The curve ends where censored operations begin,
     * because their times are unknown.
     */
    private static List<List<Double>> curve(TimeTotals times) {
        List<List<Double>> points = new ArrayList<>();
        long all = times.ranked();
        for (int step = 0; times.inHistogram() > 0; step++) {
            double tail = Math.pow(10, (double) step / POINTS_PER_DECADE);
            long rank = Math.max(1, (long) Math.ceil((1 - 1 / tail) * all));
            if (rank > times.inHistogram() || tail > all) {
                break;
            }
            long nanos = times.within(times.nanosAtRank(rank));
            points.add(List.of(PERCENT * (1 - 1 / tail), nanos / Nanos.PER_MILLI));
        }
        return points;
    }

    public record ShownCurves(List<Workload> workloads) {
        public record Workload(int tile, String name, List<Line> operations) {}

        public record Line(
                String name,
                LineInterval.Kind kind,
                long count,
                long censored,
                List<List<Double>> curve,
                List<List<Double>> serviceCurve) {}
    }
}
