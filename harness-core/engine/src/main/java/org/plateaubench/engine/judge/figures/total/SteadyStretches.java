// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * Divides the steady window of every workload into stretches (the whole window, or the steps of its schedule), and each
 * stretch into slots and, if the load is constant, blocks. Intervals across the edge of a stretch belong to none.
 */
public final class SteadyStretches {
    private final Map<String, List<Stretch>> byScope = new TreeMap<>();

    /** Reads the histograms of a run once more, if a stretch is long and busy enough to be cut into blocks. */
    public SteadyStretches(StoredRun run, List<PlannedWorkload> workloads, @Nullable Window window) {
        for (PlannedWorkload workload : workloads) {
            put(
                    workload,
                    window == null
                            ? List.of()
                            : stretches(workload, window, planned -> new Stretch(planned, run.intervals())));
        }
        run.intervals().forEach(this::add);
        byScope.values().stream().flatMap(List::stream).forEach(Stretch::cut);
        if (byScope.values().stream().flatMap(List::stream).anyMatch(Stretch::isCut)) {
            Set<String> operations = operations(workloads);
            run.forEachHistogram((start, end, tag, counts) -> add(operations, start, end, tag, counts));
        }
    }

    private static List<Stretch> stretches(
            PlannedWorkload workload, Window window, Function<PlannedStretch, Stretch> begun) {
        return PlannedStretch.of(workload, window).stream().map(begun).toList();
    }

    private void put(PlannedWorkload workload, List<Stretch> stretches) {
        byScope.put(workload.scope(), stretches);
    }

    public void add(StoredInterval interval) {
        for (WorkloadInterval workload : interval.workloads()) {
            for (Stretch stretch : of(workload.tile(), workload.workload())) {
                stretch.add(interval, workload);
            }
        }
    }

    private static Set<String> operations(List<PlannedWorkload> workloads) {
        Set<String> names = new HashSet<>();
        for (PlannedWorkload workload : workloads) {
            workload.operations().forEach(operation -> names.add(workload.scope() + "/" + operation.name()));
        }
        return names;
    }

    private void add(Set<String> operations, long startNanos, long endNanos, HistogramTag tag, StoredCounts counts) {
        if (!tag.isResponse()
                || !tag.window().isSteady()
                || !operations.contains(Scope.workload(tag.tile(), tag.workload()) + "/" + tag.line())) {
            return;
        }
        for (Stretch stretch : of(tag.tile(), tag.workload())) {
            stretch.add(startNanos, endNanos, counts);
        }
    }

    private List<Stretch> of(int tile, String workload) {
        return byScope.getOrDefault(Scope.workload(tile, workload).toString(), List.of());
    }

    /** The stretches of a workload, none when the steady window was not reached. */
    public List<SteadyBlocks> blocks(Scope scope) {
        return byScope.getOrDefault(scope.toString(), List.of()).stream()
                .map(Stretch::blocks)
                .toList();
    }
}
