// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.record.MergedCounts;
import org.plateaubench.engine.store.record.RunRecords;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.histogram.ExactRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** Percentile curves of the steady window, of every operation, unit and observed series. Not thread-safe. */
public final class PercentileCurves implements RunRecords {
    private final RunPlan plan;
    private final ServiceTimes serviceTimes;
    private final Map<HistogramTag, MergedCounts> measured = new LinkedHashMap<>();
    private final Map<HistogramTag, Long> censored = new LinkedHashMap<>();
    private final Map<HistogramTag, Long> least = new LinkedHashMap<>();
    private final Map<HistogramTag, Long> greatest = new LinkedHashMap<>();

    public PercentileCurves(RunPlan plan) {
        this(plan, ServiceTimes.NONE);
    }

    PercentileCurves(RunPlan plan, ServiceTimes serviceTimes) {
        this.plan = plan;
        this.serviceTimes = serviceTimes;
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
        censored.merge(tag, line.counts().censored(), Long::sum);
        add(tag, line.response());
        // An operation without an answer has no service time: only its wait is known.
        add(service(tag), line.service());
    }

    private void add(HistogramTag tag, @Nullable Times times) {
        if (times != null) {
            censored.merge(tag, times.overflow(), Long::sum);
            least.merge(tag, times.minNanos(), Math::min);
            greatest.merge(tag, times.maxNanos(), Math::max);
        }
    }

    @Override
    public boolean wants(HistogramTag tag) {
        return tag.window().isSteady()
                && (tag.kind() == HistogramTag.Kind.RESPONSE
                        || (tag.kind() == HistogramTag.Kind.SERVICE && serviceTimes.isOf(false)))
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

    private static HistogramTag service(HistogramTag tag) {
        return new HistogramTag(
                tag.tile(), tag.workload(), tag.line(), HistogramTag.Kind.SERVICE, tag.population(), tag.window());
    }

    public ShownCurves shown() {
        return new ShownCurves(plan.workloads().stream().map(this::workload).toList());
    }

    private ShownCurves.Workload workload(PlannedWorkload workload) {
        List<ShownCurves.Line> lines = new ArrayList<>();
        workload.lines().forEach((name, kind) -> lines.add(line(tag(workload.tile(), workload.name(), name), kind)));
        return new ShownCurves.Workload(workload.tile(), workload.name(), lines);
    }

    private ShownCurves.Line line(HistogramTag tag, LineInterval.Kind kind) {
        long beyond = beyond(tag);
        return new ShownCurves.Line(
                tag.line(), kind, counts(tag).total() + beyond, beyond, curve(tag), curve(service(tag)));
    }

    private MergedCounts counts(HistogramTag tag) {
        return measured.getOrDefault(tag, new MergedCounts());
    }

    private long beyond(HistogramTag tag) {
        return censored.getOrDefault(tag, 0L);
    }

    private List<List<Double>> curve(HistogramTag tag) {
        return PercentileCurve.of(
                counts(tag),
                beyond(tag),
                least.getOrDefault(tag, Long.MAX_VALUE),
                greatest.getOrDefault(tag, Long.MIN_VALUE));
    }

    /** The percentile curve of one operation: pairs of percentile and milliseconds. */
    private static final class PercentileCurve {
        private static final double PERCENT = 100;
        /** Points per factor of ten on the horizontal axis. */
        private static final int POINTS_PER_DECADE = 24;

        private PercentileCurve() {}

        /**
         * The curve up to the last measured value; it ends where censored operations begin, because their times are
         * unknown. No point is outside the range from the exact smallest to the exact greatest value.
         *
         * @param leastNanos exact smallest measured value
         * @param greatestNanos exact greatest measured value
         */
        static List<List<Double>> of(MergedCounts measured, long censored, long leastNanos, long greatestNanos) {
            List<List<Double>> points = new ArrayList<>();
            long total = measured.total();
            long all = total + censored;
            if (total == 0) {
                return points;
            }
            for (int step = 0; ; step++) {
                double tail = Math.pow(10, (double) step / POINTS_PER_DECADE);
                long rank = Math.max(1, (long) Math.ceil((1 - 1 / tail) * all));
                if (rank > total || tail > all) {
                    return points;
                }
                long nanos = ExactRange.within(measured.valueAtRank(rank), leastNanos, greatestNanos);
                points.add(List.of(PERCENT * (1 - 1 / tail), nanos / Nanos.PER_MILLI));
            }
        }
    }
}
