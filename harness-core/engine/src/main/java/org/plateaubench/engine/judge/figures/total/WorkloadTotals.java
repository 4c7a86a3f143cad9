// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.judge.figures.AttendanceFigures;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.LineTotals;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Adds up the stored intervals of one workload. Not thread-safe. */
public final class WorkloadTotals {
    private final PlannedWorkload planned;
    private final Extent extent;
    private final @Nullable Window window;
    private final Map<String, Totals> lines = new LinkedHashMap<>();
    private final Map<String, LineInterval.Kind> kinds = new HashMap<>();
    private final Map<String, FailingStretch> stretches = new LinkedHashMap<>();
    private final Map<String, Long> counters = new TreeMap<>();
    private final TimeTotals dispatch = new TimeTotals();
    private final TimeTotals completion = new TimeTotals();
    private final TimeTotals wakeUp = new TimeTotals();
    private final LevelMeans levels = new LevelMeans();
    private final ScheduleTotals schedule;
    private final AttendanceTotals attendances = new AttendanceTotals();

    public WorkloadTotals(PlannedWorkload planned, Extent extent) {
        this.planned = planned;
        this.extent = extent;
        this.window = extent.window();
        this.schedule = new ScheduleTotals(window);
        planned.lines().forEach(this::line);
        planned.measures(MeasureDefinition.Kind.COUNTER).forEach(counter -> counters.put(counter, 0L));
    }

    /**
     * The figures of an extent.
     *
     * @param histograms the merged histograms of the run
     */
    public static WorkloadFigures figures(
            PlannedWorkload planned,
            List<StoredInterval> byTime,
            Extent extent,
            Map<HistogramTag, TimeTotals> histograms) {
        WorkloadTotals totals = new WorkloadTotals(planned, extent);
        byTime.forEach(totals::add);
        histograms.forEach((tag, times) -> {
            TimeTotals sum = totals.times(tag);
            if (sum != null) {
                sum.add(times);
            }
        });
        Window window = extent.window();
        return totals.figures(window == null ? 0 : window.endNanos());
    }

    /** Adds a stored histogram, unless it is of another workload or extent. */
    public void add(HistogramTag tag, StoredCounts counts) {
        TimeTotals sum = times(tag);
        if (sum != null) {
            sum.add(counts);
        }
    }

    private @Nullable TimeTotals times(HistogramTag tag) {
        if (tag.tile() != planned.tile() || !tag.workload().equals(planned.name()) || !extent.holds(tag.window())) {
            return null;
        }
        Totals line = lines.get(tag.line());
        return switch (tag.kind()) {
            case DISPATCH_LAG -> dispatch;
            case COMPLETION_LAG -> completion;
            case WAKE_UP_LAG -> wakeUp;
            case RESPONSE, SERVICE -> line == null ? null : line.times(tag);
        };
    }

    /** Adds an interval; the intervals of an agent must be added in the order of time. */
    public void add(StoredInterval interval) {
        for (WorkloadInterval workload : interval.workloads()) {
            if (workload.tile() == planned.tile() && workload.workload().equals(planned.name())) {
                add(interval, workload);
            }
        }
    }

    private void add(StoredInterval interval, WorkloadInterval workload) {
        for (LineInterval line : workload.lines()) {
            if (extent.holds(line.window())) {
                line(line.line(), line.kind()).add(line);
                stretches
                        .computeIfAbsent(
                                line.line(), name -> new FailingStretch(window == null ? 0 : window.startNanos()))
                        .add(interval.startNanos(), interval.endNanos(), line.counts());
            }
        }
        for (LagInterval lag : workload.lags()) {
            if (extent.holds(lag.window())) {
                dispatch.add(lag.dispatch());
                completion.add(lag.completion());
                wakeUp.add(lag.wakeUp());
            }
        }
        schedule.add(interval, workload);
        for (Attendance attendance : workload.schedule().attendance()) {
            if (extent.holds(attendance.window())) {
                attendances.add(interval, attendance);
            }
        }
        if (window != null) {
            levels.add(interval, workload.levels(), window);
            if (window.holds(interval)) {
                workload.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
            }
        }
    }

    /**
     * The figures so far; more may be added afterwards.
     *
     * @param endNanos end of the added intervals, at most the end of the window, on the run's clock
     */
    public WorkloadFigures figures(long endNanos) {
        List<LineTotals> figures = new ArrayList<>();
        Set<String> outOfMix = MixShares.outOf(planned);
        double seconds = window == null ? 0 : Figures.seconds(Math.max(0, endNanos - window.startNanos()));
        lines.values().forEach(totals -> totals.over(seconds));
        lines.forEach((name, totals) -> {
            if (totals.intended() > 0 || !outOfMix.contains(name)) {
                FailingStretch stretch = stretches.get(name);
                figures.add(new LineTotals(
                        name,
                        Objects.requireNonNull(kinds.get(name)),
                        totals,
                        stretch == null || window == null ? 0 : stretch.longestNanos(endNanos)));
            }
        });
        AttendanceFigures attendance = attendances.figures();
        return new WorkloadFigures(
                planned,
                extent,
                figures,
                counters,
                attendance == null ? levels.meanLiveUsers() : Double.valueOf(Figures.rounded(attendance.connected())),
                levels.meanLostUsers(),
                attendance,
                levels.edges(),
                levels.worstBacklog(),
                dispatch,
                completion,
                wakeUp,
                schedule.figures());
    }

    private Totals line(String name, LineInterval.Kind kind) {
        kinds.put(name, kind);
        return lines.computeIfAbsent(name, key -> new Totals(0));
    }

    /**
     * The longest time between two successes of a line in which an attempt failed. Intervals are given in time order. Not
     * thread-safe.
     */
    static final class FailingStretch {
        private long lastSuccessNanos;
        private boolean failedSince;
        private long longestNanos;

        FailingStretch(long windowStartNanos) {
            lastSuccessNanos = windowStartNanos;
        }

        void add(long startNanos, long endNanos, LineInterval.Counts counts) {
            if (counts.okEnds() > 0) {
                end(startNanos);
                lastSuccessNanos = Math.max(lastSuccessNanos, endNanos);
                failedSince = false;
            } else if (counts.failed() > 0) {
                failedSince = true;
            }
        }

        /** The longest such time up to the end of the window; 0 if no attempt failed. */
        long longestNanos(long windowEndNanos) {
            end(windowEndNanos);
            return longestNanos;
        }

        private void end(long nanos) {
            if (failedSince) {
                longestNanos = Math.max(longestNanos, nanos - lastSuccessNanos);
            }
        }
    }
}
