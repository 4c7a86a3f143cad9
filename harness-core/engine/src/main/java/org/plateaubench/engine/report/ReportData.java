// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.OperationFigures;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.PercentileCurves.ShownCurves;
import org.plateaubench.engine.report.series.ShownSeries;
import org.plateaubench.engine.report.series.StoredSeries;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;

record ReportData(
        Run run,
        Map<String, Object> result,
        ShownSeries series,
        ShownCurves percentiles,
        Errors errors,
        Events events,
        Map<String, Object> plan,
        Map<String, Object> environment,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String config,
        List<PluginSection> sections) {
    private static final String OPERATIONS = "operations";
    private static final int MOST_EVENTS = 1_000;
    private static final int MOST_POINTS = 600;
    private static final int LEAST_POINTS = 120;
    /** The greatest number of points of a series over all workloads: a page with more of them opens slowly. */
    private static final int MOST_IN_ALL = 9_000;

    private record Run(
            String id,
            String name,
            String status,
            String verdict,
            Conclusion conclusion,
            @JsonProperty("class") String runClass,
            @Nullable Instant startedAt,
            @Nullable Double durationSeconds,
            List<String> plugins) {}

    private record Errors(List<ErrorRecord> errors) {}

    private record Events(int total, List<RunEvent> events) {}

    static ReportData of(StoredRun run, Judgement judgement, List<PluginSection> sections) throws IOException {
        RunPlan plan = RunPlan.fromTree(run.plan());
        int points = Math.clamp(MOST_IN_ALL / Math.max(1, plan.workloads().size()), LEAST_POINTS, MOST_POINTS);
        StoredSeries.Whole measured = StoredSeries.Whole.of(run, plan, points);
        Path config = StoredFile.CONFIG.in(run.folder());
        return new ReportData(
                run(run.events(), judgement, plan),
                result(judgement),
                measured.series(),
                measured.curves(),
                new Errors(run.errors()),
                new Events(
                        run.events().size(),
                        run.events().stream().limit(MOST_EVENTS).toList()),
                run.plan(),
                run.environment(),
                Files.exists(config) ? Files.readString(config, StandardCharsets.UTF_8) : null,
                sections);
    }

    /** The result, with only the displayed part of periods, which are the largest part of a run with many tiles. */
    private static Map<String, Object> result(Judgement judgement) {
        Map<String, Object> tree = Documents.parse(judgement.text());
        for (Map<String, Object> period : maps(tree.get("periods"))) {
            for (Map<String, Object> workload : maps(period.get("workloads"))) {
                workload.keySet().retainAll(Set.of("tile", "name", "metric", "all", OPERATIONS));
                onlyShown(workload);
                maps(workload.get(OPERATIONS))
                        .forEach(operation -> operation.keySet().retainAll(Set.of("qos")));
            }
            maps(period.get("aggregate")).forEach(workload -> {
                workload.remove(OPERATIONS);
                onlyShown(workload);
            });
        }
        return tree;
    }

    /** Leaves the figures of all operations that tables of periods show. */
    @SuppressWarnings("unchecked")
    private static void onlyShown(Map<String, Object> workload) {
        Map<String, Object> all = (Map<String, Object>) Objects.requireNonNull(workload.get("all"));
        all.keySet().removeAll(Set.of("errorsByClass", "declinedByReason", "qos"));
        List<String> shown = OperationFigures.in(Figure.View.REPORT).stream()
                .map(Figure::name)
                .toList();
        for (String part : List.of("figures", "harnessShare")) {
            if (all.get(part) instanceof Map<?, ?> values) {
                values.keySet().retainAll(shown);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> maps(@Nullable Object list) {
        return list == null ? List.of() : (List<Map<String, Object>>) list;
    }

    private static Run run(List<RunEvent> events, Judgement judgement, RunPlan plan) {
        Instant start = events.isEmpty() ? null : events.getFirst().at();
        return new Run(
                judgement.runId(),
                judgement.name(),
                judgement.status(),
                judgement.verdict().label(),
                judgement.conclusion(),
                judgement.runClass(),
                start,
                start == null
                        ? null
                        : Duration.between(start, events.getLast().at()).toMillis() / 1e3,
                plan.workloads().stream()
                        .map(PlannedWorkload::plugin)
                        .distinct()
                        .toList());
    }
}
