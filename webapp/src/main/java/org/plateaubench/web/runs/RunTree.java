// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.store.RunFolder;

/** Converts a run to the tree that the API returns. */
final class RunTree {
    /** A curve as small as a word shows no more digits. */
    private static final MathContext SPARKLINE = new MathContext(4, RoundingMode.HALF_EVEN);

    private RunTree() {}

    static String status(RunFolder.State state) {
        return state.label();
    }

    /** Returns the run as lists show it. */
    static Map<String, @Nullable Object> of(RunSummary run) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("id", run.id());
        tree.put("name", run.name());
        tree.put("status", status(run.state()));
        tree.put("verdict", run.verdict());
        tree.put(
                "conclusion", run.conclusion() == null ? null : run.conclusion().tree());
        tree.put("class", run.runClass());
        tree.put("startedAt", run.startedAt().toString());
        tree.put("endedAt", run.endedAt() == null ? null : run.endedAt().toString());
        tree.put("durationSeconds", run.durationSeconds());
        tree.put("tags", run.annotation().tags());
        tree.put("note", run.annotation().note());
        tree.put("archived", run.annotation().archived());
        tree.put("pinned", run.annotation().pinned());
        tree.put("startedBy", run.annotation().startedBy());
        tree.put("plugins", run.plugins());
        tree.put("headline", headline(run.headline()));
        tree.put("workloads", run.workloads().stream().map(RunTree::workload).toList());
        tree.put(
                "sparkline",
                run.throughput().stream()
                        .map(rate -> new BigDecimal(rate).round(SPARKLINE).doubleValue())
                        .toList());
        tree.put("reasons", run.reasons());
        tree.put("problems", run.problems());
        return tree;
    }

    /** Returns the details that only the page of the run shows. */
    static Map<String, @Nullable Object> detail(RunSummary run) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("phases", run.phases().stream().map(RunTree::phase).toList());
        tree.put("sealed", run.sealed());
        return tree;
    }

    private static @Nullable Map<String, Object> headline(RunSummary.@Nullable Headline headline) {
        if (headline == null) {
            return null;
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("workload", headline.workload());
        tree.put("name", headline.name());
        tree.put("value", headline.value());
        tree.put("unit", headline.unit());
        return tree;
    }

    private static Map<String, @Nullable Object> workload(RunSummary.Workload workload) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("tile", workload.tile());
        tree.put("name", workload.name());
        tree.put("plugin", workload.plugin());
        tree.put("throughputPerSecond", workload.throughputPerSecond());
        tree.put("p95Ms", workload.p95Ms());
        tree.put("p95LowerBound", workload.p95LowerBound());
        tree.put("p95LimitedByHarness", workload.p95LimitedByHarness());
        tree.put("errorShare", workload.errorShare());
        tree.put("metric", headline(workload.metric()));
        return tree;
    }

    private static Map<String, @Nullable Object> phase(RunSummary.Phase phase) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("name", phase.name());
        tree.put("start", phase.start());
        tree.put("end", phase.end());
        return tree;
    }
}
