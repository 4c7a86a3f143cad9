// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.StoredInterval;

/** Figures of the workload {@code 1/cache}, added up from intervals that are made by hand. */
public final class MadeFigures {
    /** The plan, which a test may change before it asks for the figures. */
    public final MadePlan plan = new MadePlan();

    /** Its load. */
    public Load load = new Load.Closed(8, 1);

    /** Its steady window, from 2 s to 12 s unless a test says otherwise; null when it was not reached. */
    public @Nullable Window window = HandMade.window(2, 12);

    private final List<StoredInterval> intervals = new ArrayList<>();
    private @Nullable PlannedWorkload planned;

    /** Adds an interval with its histograms. */
    public MadeFigures add(HandMade.Interval interval) {
        intervals.add(interval.stored());
        return this;
    }

    /** The workload as planned; the plan changes no more. */
    public PlannedWorkload planned() {
        if (planned == null) {
            planned = plan.simple(1, load).build().workloads().getFirst();
        }
        return planned;
    }

    /** Figures of the whole window. */
    public WorkloadFigures figures() {
        return figures(Extent.steady(window));
    }

    /** Figures of a step. */
    public WorkloadFigures step(int number) {
        return figures(Extent.step(planned(), number, window));
    }

    /** Figures of a scored period {@code p}. */
    public WorkloadFigures period(int number) {
        return figures(Extent.period(planned(), number, "p", window));
    }

    private WorkloadFigures figures(Extent extent) {
        WorkloadTotals totals = new WorkloadTotals(planned(), List.of(extent));
        intervals.forEach(totals::add);
        return totals.figures(extent);
    }

    /** Figures of one line of the whole window. */
    public LineTotals line(String name) {
        return figures().lines().stream()
                .filter(line -> line.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
