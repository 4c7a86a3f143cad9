// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.forecast;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.judge.figures.BestPossibleRest;
import org.plateaubench.engine.judge.figures.Edges;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Portion;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorstBacklog;
import org.plateaubench.engine.judge.figures.total.StoredHistograms;
import org.plateaubench.engine.judge.figures.total.WorkloadTotals;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.record.StoredInterval;

/**
 * A part of a run in progress that is judged separately: the steady window, a step of one workload, or a scored period.
 * Not thread-safe.
 */
final class OutlookPart {
    /** The number of lags and replies of a part that may still be reported when it has just ended. */
    private static final long STRAGGLERS = 10_000;
    /** The number of intervals after the end of a part after which only operations in flight are unreported. */
    private static final long REPORTED_AFTER = 2;
    /** The time after the end of a step or scored period after which replies are left to the judge. */
    private static final long LATEST_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Greatest number of operations of one unit. */
    private static final long OPERATIONS_PER_UNIT = 100;

    private final Window window;
    private final long firstNanos;
    private final long reportedNanos;
    private final @Nullable Portion portion;
    private final List<WorkloadTotals> totals;
    private @Nullable List<Forecast> last;

    /**
     * Creates a part without data.
     *
     * @param intervalNanos length of an interval
     * @param extent the planned extent of each workload in it
     */
    OutlookPart(List<PlannedWorkload> workloads, long intervalNanos, Function<PlannedWorkload, Extent> extent) {
        Extent first = extent.apply(workloads.getFirst());
        window = Objects.requireNonNull(first.window(), "what is planned has its time");
        portion = first.portion();
        // The interval before it shows what was in flight when it began.
        firstNanos = window.startNanos() - 2 * intervalNanos;
        reportedNanos = window.endNanos() + REPORTED_AFTER * intervalNanos;
        totals = workloads.stream()
                .map(workload -> new WorkloadTotals(workload, extent.apply(workload)))
                .toList();
    }

    Window window() {
        return window;
    }

    boolean isWhole() {
        return portion == null;
    }

    boolean isPeriod() {
        return portion != null && portion.kind().equals(Portion.PERIOD);
    }

    /** Adds an interval; intervals that cannot belong to a step or scored period are ignored. */
    void add(StoredInterval interval) {
        if (isWhole()
                || (interval.startNanos() >= firstNanos && interval.endNanos() <= window.endNanos() + LATEST_NANOS)) {
            totals.forEach(workload -> workload.add(interval));
        }
    }

    /** The forecasts of a step or scored period to which nothing more is added; null before. */
    @Nullable
    List<Forecast> last() {
        return last;
    }

    /** Keeps the forecasts if nothing more is added, so that they need not be computed again. */
    void keep(List<Forecast> forecasts, long seenNanos, boolean missing) {
        if (!isWhole() && !missing && seenNanos > window.endNanos() + LATEST_NANOS) {
            last = forecasts;
        }
    }

    /**
     * The window that can be judged: the steady window so far, or a step or period that is over; null if there is none.
     */
    @Nullable
    Window seen(long seenNanos) {
        Window seen = window.cut(window.startNanos(), seenNanos);
        return seen == null || isWhole() || isOver(seen) ? seen : null;
    }

    boolean isOver(Window seen) {
        return seen.endNanos() == window.endNanos();
    }

    /** The figures of the window so far. */
    List<WorkloadFigures> figures(StoredHistograms histograms, Window seen) {
        return totals.stream()
                .map(workload -> workload.figures(histograms, seen.endNanos()))
                .map(figures -> figures.over(during(figures, seen)))
                .toList();
    }

    private static Extent during(WorkloadFigures figures, Window time) {
        Extent extent = figures.extent();
        return new Extent(time, extent.portion(), extent.parts(), extent.complete());
    }

    /**
     * The figures of the whole part with the best possible rest.
     *
     * @param now figures of the window so far
     * @param seenNanos end of the intervals that have arrived
     * @param missing whether some intervals have not arrived
     */
    List<WorkloadFigures> best(List<WorkloadFigures> now, Window seen, long seenNanos, boolean missing) {
        long stragglers = seenNanos >= reportedNanos ? 0 : STRAGGLERS;
        double restSeconds = (window.endNanos() - seen.endNanos()) / 1e9;
        long probes = restSeconds > 0 || missing ? BestPossibleRest.UNBOUNDED : stragglers;
        return now.stream()
                .map(workload -> new BestPossibleRest(
                                during(workload, window),
                                missing ? BestPossibleRest.UNBOUNDED : rest(workload, restSeconds, stragglers),
                                probes)
                        .after(workload))
                .toList();
    }

    /** The greatest number of operations that can still count. In a closed load it depends on the speed of the SUT. */
    private static long rest(WorkloadFigures workload, double restSeconds, long stragglers) {
        PlannedWorkload planned = workload.planned();
        Load load = planned.load();
        Edges edges = workload.edges();
        WorstBacklog backlog = workload.worstBacklog();
        long underWay = (long) load.users() * load.depth()
                + edges.inFlightAtEnd()
                + edges.queuedAtEnd()
                + (backlog == null ? 0 : backlog.units());
        boolean single = planned.units().stream().allMatch(UnitDefinition::isSingleOperation);
        if (restSeconds <= 0) {
            return underWay * (single ? 1 : OPERATIONS_PER_UNIT) + stragglers;
        }
        if (!single || !(load instanceof Load.Open open)) {
            return BestPossibleRest.UNBOUNDED;
        }
        double arrivals = open.ratePerSecond() * restSeconds;
        // Ten standard deviations, and the arrivals that a pause of two seconds may have delayed.
        double most = arrivals + 10 * Math.sqrt(arrivals) + 2 * open.ratePerSecond();
        return (long) Math.min(BestPossibleRest.UNBOUNDED, Math.ceil(most) + underWay);
    }
}
