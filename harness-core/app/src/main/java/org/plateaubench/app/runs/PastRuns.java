// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.RunSummary.StoredResult;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult.MetricValue;
import org.plateaubench.engine.report.comparison.History.PastRun;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunFolder.FolderId;
import org.plateaubench.engine.store.StoredFile;

/**
 * Reads the data of stored runs that a history needs: figures from {@code result.json}, as judged when the run ended.
 * Data that cannot be read are missing, and a run without a verdict does not count.
 * Thread-safe.
 */
public final class PastRuns {
    public static final int MAX_RUNS = 300;

    private PastRuns() {}

    /** The folders of ended runs with a name, the newest {@value #MAX_RUNS} of them, in the order of time. */
    public static List<RunFolder> named(List<RunFolder> all, String name) throws IOException {
        List<RunFolder> ended = new ArrayList<>();
        for (RunFolder folder : all) {
            if (FolderId.of(folder.runId()).map(FolderId::name).orElse("").equals(name)
                    && folder.state() != RunFolder.State.RUNNING) {
                ended.add(folder);
            }
        }
        return ended.subList(Math.max(0, ended.size() - MAX_RUNS), ended.size());
    }

    /** Equal parts of plans and environments are stored only once in {@code shared}. */
    public static PastRun read(RunFolder folder, SharedTrees shared) throws IOException {
        Optional<StoredResult> result = Optional.empty();
        String problem = "";
        try {
            result = StoredResult.of(folder);
        } catch (IOException e) {
            // The run is shown, and does not count without a verdict.
            problem = String.valueOf(e.getMessage());
        }
        return new PastRun(
                folder.runId(),
                FolderId.of(folder.runId()).flatMap(FolderId::startedAt).orElse(null),
                folder.state().label(),
                result.map(StoredResult::verdict).orElse(Verdict.INVALID).label(),
                result.map(StoredResult::conclusion).orElse(null),
                result.map(StoredResult::runClass).orElse(""),
                shared.share(tree(folder, StoredFile.PLAN)),
                shared.share(tree(folder, StoredFile.ENVIRONMENT)),
                result.map(PastRuns::values).orElse(List.of()),
                problem);
    }

    private static Map<String, Object> tree(RunFolder folder, StoredFile file) {
        try {
            return folder.document(file);
        } catch (IOException | IllegalArgumentException e) {
            // The run is shown without this.
            return Map.of();
        }
    }

    private static List<PastRun.Value> values(StoredResult result) {
        Map<PastRun.Key, PastRun.Value> values = new LinkedHashMap<>();
        StoredResult.Score score = result.score();
        if (score != null) {
            String tiles = score.notation() == null
                    ? ""
                    : score.notation().replaceFirst("^[^@]*", "").strip();
            add(values, new PastRun.Key("", "", "score", tiles, Better.HIGHER), score.value(), false);
        }
        for (StoredResult.Aggregate workload : result.aggregate()) {
            // In open load the plan determines rates.
            boolean isOpen = result.workloads().stream()
                    .filter(each -> each.name().equals(workload.name()))
                    .anyMatch(each -> each.load().kind().equals("open"));
            add(values, workload, isOpen ? null : Better.HIGHER);
        }
        return List.copyOf(values.values());
    }

    private static void add(
            Map<PastRun.Key, PastRun.Value> values, StoredResult.Aggregate workload, @Nullable Better more) {
        String name = workload.name();
        MetricValue metric = workload.metric();
        if (metric != null) {
            add(values, new PastRun.Key(name, "", metric.name(), metric.unit(), more), metric.value(), false);
        }
        for (Figure figure : OperationColumns.in(Figure.View.HISTORY)) {
            if (figure.kind() == Figure.Kind.RATE) {
                add(values, new PastRun.Key(name, "", figure.name(), figure.unit(), more), figure, workload.all());
            } else {
                workload.operations()
                        .forEach(line -> add(
                                values,
                                new PastRun.Key(name, line.name(), figure.name(), figure.unit(), figure.better()),
                                figure,
                                line));
            }
        }
    }

    private static void add(Map<PastRun.Key, PastRun.Value> values, PastRun.Key key, Figure figure, LineResult line) {
        Figure.Value value = line.value(figure);
        if (value != null) {
            add(values, key, value.number(), value.lowerBound());
        }
    }

    private static void add(
            Map<PastRun.Key, PastRun.Value> values, PastRun.Key key, @Nullable Double value, boolean lowerBound) {
        if (value != null) {
            values.putIfAbsent(key, new PastRun.Value(key, value, lowerBound));
        }
    }

    /** Keeps one instance of equal parts of documents, since plans of a name are similar. Not thread-safe. */
    public static final class SharedTrees {
        private final Map<Object, Object> parts = new HashMap<>();

        @SuppressWarnings("unchecked") // A part is replaced by an equal one.
        Map<String, Object> share(Map<String, Object> tree) {
            return (Map<String, Object>) Objects.requireNonNull(part(tree));
        }

        private @Nullable Object part(@Nullable Object value) {
            if (value instanceof Map<?, ?> map) {
                Map<Object, @Nullable Object> shared = new LinkedHashMap<>();
                map.forEach((key, each) -> shared.put(canonical(key), part(each)));
                return canonical(Collections.unmodifiableMap(shared));
            }
            if (value instanceof List<?> list) {
                List<@Nullable Object> shared = new ArrayList<>();
                list.forEach(each -> shared.add(part(each)));
                return canonical(Collections.unmodifiableList(shared));
            }
            return value == null ? null : canonical(value);
        }

        private <T> T canonical(T value) {
            @SuppressWarnings("unchecked") // Equal documents are of equal types.
            T first = (T) parts.putIfAbsent(value, value);
            return first == null ? value : first;
        }
    }
}
