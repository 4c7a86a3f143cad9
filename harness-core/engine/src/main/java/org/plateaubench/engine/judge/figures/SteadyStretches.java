// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * Divides the steady window of every workload into stretches (the whole window, or the steps of its schedule), and each
 * stretch into slots and, if the load is constant, blocks. Intervals across the edge of a stretch belong to none.
 */
public final class SteadyStretches {
    private final Map<String, List<Stretch>> byScope = new TreeMap<>();

    /** Stretches without data; all intervals must then be added, and once more after {@link #cut()}. */
    public SteadyStretches(List<PlannedWorkload> workloads, @Nullable Window window, List<StoredInterval> intervals) {
        long usualNanos = Stretch.usualNanos(intervals);
        for (PlannedWorkload workload : workloads) {
            byScope.put(
                    workload.scope(),
                    window == null
                            ? List.of()
                            : PlannedStretch.of(workload, window).stream()
                                    .map(planned -> new Stretch(planned, intervals, usualNanos))
                                    .toList());
        }
    }

    public void add(String scope, StoredInterval interval, WorkloadInterval workload) {
        of(scope).forEach(stretch -> stretch.add(interval, workload));
    }

    /** Divides the stretches into blocks; false if none is long and busy enough. */
    public boolean cut() {
        List<Stretch> all = byScope.values().stream().flatMap(List::stream).toList();
        all.forEach(Stretch::cut);
        return all.stream().anyMatch(Stretch::isCut);
    }

    public void addTimes(String scope, StoredInterval interval, WorkloadInterval workload) {
        of(scope).forEach(stretch -> stretch.addTimes(interval, workload));
    }

    private List<Stretch> of(String scope) {
        return byScope.getOrDefault(scope, List.of());
    }

    /** The stretches of a workload, none when the steady window was not reached. */
    public List<SteadyBlocks> blocks(Scope scope) {
        return of(scope.toString()).stream().map(Stretch::blocks).toList();
    }
}
