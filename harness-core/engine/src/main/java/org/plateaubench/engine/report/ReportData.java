// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.Conclusion;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.ShownError;
import org.plateaubench.engine.report.series.ShownEvent;
import org.plateaubench.engine.report.series.StoredSeries;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;

/** What the page of a result asks the console for, part by part, as a tree of plain data for a report. */
final class ReportData {
    private static final String OPERATIONS = "operations";
    private static final int MOST_EVENTS = 1_000;
    private static final int MOST_POINTS = 600;
    private static final int LEAST_POINTS = 120;
    /** Greatest number of points of one series over all workloads: a page with more opens slowly. */
    private static final int MOST_IN_ALL = 9_000;

    private ReportData() {}

    static Map<String, @Nullable Object> of(StoredRun run, Judgement judgement, List<PluginSection> sections)
            throws IOException {
        RunPlan plan = RunPlan.fromTree(run.plan());
        StoredSeries stored = StoredSeries.of(RunFolder.of(run.folder()));
        int points = Math.clamp(MOST_IN_ALL / Math.max(1, plan.workloads().size()), LEAST_POINTS, MOST_POINTS);
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("run", run(run, judgement, plan));
        tree.put("result", result(judgement));
        tree.put("series", stored.series(0, null, points));
        tree.put("percentiles", stored.percentiles());
        tree.put(
                "errors",
                Map.of("errors", run.errors().stream().map(ShownError::of).toList()));
        tree.put(
                "events",
                Map.of(
                        "total",
                        run.events().size(),
                        "events",
                        run.events().stream()
                                .limit(MOST_EVENTS)
                                .map(ShownEvent::of)
                                .toList()));
        tree.put("plan", run.plan());
        tree.put("environment", run.environment());
        Path config = StoredFile.CONFIG.in(run.folder());
        if (Files.exists(config)) {
            tree.put("config", Files.readString(config, StandardCharsets.UTF_8));
        }
        tree.put("sections", sections.stream().map(ReportData::section).toList());
        return tree;
    }

    /** The result; of periods only what the page shows, since a run of many tiles has more of it than of all else. */
    private static Map<String, Object> result(Judgement judgement) {
        Map<String, Object> tree = Documents.parse(JsonReport.of(judgement));
        for (Map<String, Object> period : maps(tree.get("periods"))) {
            for (Map<String, Object> workload : maps(period.get("workloads"))) {
                workload.keySet().retainAll(Set.of("tile", "name", "metric", "all", OPERATIONS));
                maps(workload.get(OPERATIONS))
                        .forEach(operation -> operation.keySet().retainAll(Set.of("qos")));
            }
            maps(period.get("aggregate")).forEach(workload -> workload.remove(OPERATIONS));
        }
        return tree;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> maps(@Nullable Object list) {
        return list == null ? List.of() : (List<Map<String, Object>>) list;
    }

    private static Map<String, @Nullable Object> run(StoredRun run, Judgement judgement, RunPlan plan) {
        List<RunEvent> events = run.events();
        Instant start = events.isEmpty() ? null : events.getFirst().at();
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("id", judgement.runId());
        tree.put("name", judgement.name());
        tree.put("status", judgement.status());
        tree.put("verdict", judgement.verdict().label());
        tree.put("conclusion", Conclusion.of(judgement).tree());
        tree.put("class", judgement.runClass());
        tree.put("startedAt", start == null ? null : start.toString());
        tree.put(
                "durationSeconds",
                start == null
                        ? null
                        : Duration.between(start, events.getLast().at()).toMillis() / 1e3);
        tree.put(
                "plugins",
                plan.workloads().stream()
                        .map(PlannedWorkload::plugin)
                        .distinct()
                        .toList());
        return tree;
    }

    private static Map<String, Object> section(PluginSection section) {
        return Map.of(
                "scope", section.scope(),
                "title", section.table().title(),
                "note", section.table().note(),
                "columns", section.table().columns(),
                "rows", section.table().rows());
    }
}
