// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
import org.plateaubench.engine.judge.audit.AuditOrRule.Bounds;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.figures.WorkloadTotals;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.judge.result.WorkloadResult.MetricValue;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.LineInterval;

/** Applies the judge's rules to a run in progress, as if it had ended with the last interval. Not thread-safe. */
public final class LiveLimits implements RunRecords {
    private final Window planned;
    private final Extent steady;
    private final List<WorkloadTotals> totals;
    private long endNanos;

    public record Snapshot(double seconds, double plannedSeconds, List<WorkloadLimits> workloads) {}

    public record WorkloadLimits(
            int tile, String name, @Nullable MetricValue metric, List<LimitStatus> limits) {}

    public LiveLimits(RunPlan plan) {
        PhaseTimes phases = plan.phases();
        // The wall-clock times are not read.
        planned = new Window(phases.steadyStartNanos(), phases.steadyEndNanos(), Instant.EPOCH, Instant.EPOCH);
        steady = Extent.steady(planned);
        totals = plan.workloads().stream()
                .map(workload -> new WorkloadTotals(workload, List.of(steady)))
                .toList();
    }

    @Override
    public void interval(StoredInterval interval) {
        endNanos = Math.max(endNanos, interval.endNanos());
        totals.forEach(workload -> workload.add(interval));
    }

    public Snapshot now() {
        double plannedSeconds = planned.seconds();
        Window measured = planned.cut(planned.startNanos(), endNanos);
        if (measured == null) {
            return new Snapshot(0, plannedSeconds, List.of());
        }
        List<WorkloadLimits> workloads = new ArrayList<>();
        for (WorkloadTotals workload : totals) {
            workloads.add(limits(workload.figures(steady, measured.endNanos()), measured));
        }
        return new Snapshot(measured.seconds(), plannedSeconds, workloads);
    }

    private WorkloadLimits limits(WorkloadFigures figures, Window measured) {
        List<LimitStatus> limits = new ArrayList<>();
        for (LineTotals line : figures.lines()) {
            for (QosLimit limit : figures.planned().limitsOf(line.name())) {
                LimitResult result = LimitRule.evaluate(limit, line, ResultBuilder.lagOf(line, figures.harnessLag()));
                limits.add(LimitStatus.of(line, result));
            }
        }
        return new WorkloadLimits(
                figures.planned().tile(),
                figures.planned().name(),
                new ResultBuilder(measured).metric(figures.planned().metric(), List.of(figures)),
                limits);
    }

    record LimitStatus(
            String operation,
            LineInterval.Kind kind,
            LimitResult limit,
            @Nullable Double marginPercent,
            long samples,
            long samplesMissing) {
        static LimitStatus of(LineTotals line, LimitResult result) {
            QosLimit limit = result.limit();
            long samples = limit.metric().isTime()
                    ? line.totals().response().ranked()
                    : line.totals().intended();
            return new LimitStatus(
                    line.name(), line.kind(), result, margin(result), samples, Math.max(0, needed(limit) - samples));
        }

        private static @Nullable Double margin(LimitResult result) {
            QosLimit limit = result.limit();
            Double value = result.value();
            if (value == null || limit.bound() == 0) {
                return null;
            }
            double above = 100 * (value - limit.bound()) / limit.bound();
            return limit.isUpper() ? -above : above;
        }

        private static long needed(QosLimit limit) {
            return switch (limit.metric()) {
                case PERCENTILE ->
                    (long) Math.ceil(Estimate.NEEDED_BEYOND / (1 - Math.min(limit.percentile(), 99.999) / 100) - 1e-6);
                case MEAN, MAX, ERRORS, DECLINED -> Bounds.RATE_NEEDS;
                case RATE -> 0;
            };
        }
    }
}
