// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.StoredInterval;

/** Figures of the workload {@code 1/cache}, computed from {@link TestIntervals}. */
public final class TestFigures {
    /** The plan; a test changes it before it requests figures. */
    public final TestPlan plan = new TestPlan();

    public Load load = new Load.Closed(8, 1);

    /** The steady window, from 2 s to 12 s unless a test changes it; null if the run did not reach it. */
    public @Nullable Window window = TestIntervals.window(2, 12);

    private final List<StoredInterval> intervals = new ArrayList<>();
    private @Nullable PlannedWorkload planned;

    /** Adds an interval, including its histograms. */
    public TestFigures add(TestIntervals.Interval interval) {
        intervals.add(interval.stored());
        return this;
    }

    /** The planned workload. The plan must not change after the first call. */
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

    public WorkloadFigures step(int number) {
        return figures(Extent.step(planned(), number, window));
    }

    /** Figures of a scored period, which is named {@code p}. */
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
