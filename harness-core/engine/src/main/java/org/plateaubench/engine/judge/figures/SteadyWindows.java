// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.SteadyBlocks.PlannedWindow;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** A workload's steady window, or those of its load steps. An interval across the edge of a window belongs to none. */
public final class SteadyWindows {
    private final Map<String, List<SteadyWindow>> byScope = new TreeMap<>();

    /** Windows without data; all intervals must then be added, and once more after {@link #divide()}. */
    public SteadyWindows(List<PlannedWorkload> workloads, @Nullable Window window, List<StoredInterval> intervals) {
        long usualNanos = SteadyWindow.usualNanos(intervals);
        for (PlannedWorkload workload : workloads) {
            byScope.put(
                    workload.scope(),
                    window == null
                            ? List.of()
                            : PlannedWindow.of(workload, window).stream()
                                    .map(planned -> new SteadyWindow(planned, intervals, usualNanos))
                                    .toList());
        }
    }

    public void add(String scope, StoredInterval interval, WorkloadInterval workload) {
        of(scope).forEach(window -> window.add(interval, workload));
    }

    /** Divides the windows into blocks; false if none is long and busy enough. */
    public boolean divide() {
        List<SteadyWindow> all = byScope.values().stream().flatMap(List::stream).toList();
        all.forEach(SteadyWindow::divide);
        return all.stream().anyMatch(SteadyWindow::isDivided);
    }

    public void addTimes(String scope, StoredInterval interval, WorkloadInterval workload) {
        of(scope).forEach(window -> window.addTimes(interval, workload));
    }

    private List<SteadyWindow> of(String scope) {
        return byScope.getOrDefault(scope, List.of());
    }

    public List<SteadyBlocks> blocks(Scope scope) {
        return of(scope.toString()).stream().map(SteadyWindow::blocks).toList();
    }
}
