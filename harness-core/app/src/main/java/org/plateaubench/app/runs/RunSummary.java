// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult.MetricValue;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunFolder.FolderId;
import org.plateaubench.engine.store.StoredFile;

/**
 * The summary of a run for a list, which is also the form that the console sends and stores. Immutable.
 *
 * @param endedAt when it ended, or its last known activity; null while it runs
 * @param headline figure of the first workload that has one, over all tiles
 * @param workloads figures of each workload of each tile in the steady state; empty while it runs
 */
public record RunSummary(
        String id,
        String name,
        @JsonProperty("status") RunFolder.State state,
        @Nullable String verdict,
        @Nullable Conclusion conclusion,
        @JsonIgnore @Nullable Double score,
        @JsonProperty("class") @Nullable String runClass,
        Instant startedAt,
        @Nullable Instant endedAt,
        @JsonUnwrapped RunAnnotation annotation,
        List<String> plugins,
        @Nullable Headline headline,
        List<Workload> workloads,
        List<String> reasons,
        List<String> problems) {
    public record Headline(String workload, String name, double value, String unit) {}

    /**
     * The figures of one workload.
     *
     * @param p95Ms 95th percentile of the response time in milliseconds; null when nothing was measured
     * @param p95LowerBound whether the p95 is only a lower bound, since it falls among operations that never ended
     * @param p95LimitedByHarness whether more than a tenth of it may be the harness's own lag
     * @param errorShare share of errors, abandoned and dropped among intended operations, 0 to 1
     */
    public record Workload(
            int tile,
            String name,
            String plugin,
            @Nullable Double throughputPerSecond,
            @Nullable Double p95Ms,
            boolean p95LowerBound,
            boolean p95LimitedByHarness,
            @Nullable Double errorShare,
            @Nullable Headline metric) {}

    /** Reads a run. Always returns a summary, which in the worst case contains only the problem. */
    public static RunSummary read(RunFolder folder) {
        return new SummaryReader(folder).read();
    }

    public static RunSummary unreadable(String id, String problem) {
        return new RunSummary(
                id,
                id,
                RunFolder.State.CRASHED,
                Verdict.INVALID.label(),
                new Conclusion(Conclusion.Kind.INVALID, problem, "Its folder cannot be read."),
                null,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                RunAnnotation.NONE,
                List.of(),
                null,
                List.of(),
                List.of(problem),
                List.of(problem));
    }

    /** The seconds from the creation of the folder to the end; null while the run is in progress. */
    @JsonProperty("durationSeconds")
    public @Nullable Double durationSeconds() {
        Instant end = endedAt;
        return end == null ? null : Math.max(0, Duration.between(startedAt, end).toMillis()) / 1e3;
    }

    /** The part of {@code result.json} that lists and histories show. Immutable. */
    record StoredResult(
            String schema,
            @JsonProperty("class") String runClass,
            Verdict verdict,
            Conclusion conclusion,
            List<Reason> reasons,
            List<JudgedWorkload> workloads,
            List<Aggregate> aggregate,
            @Nullable Score score) {
        record Reason(Severity severity, String message) {}

        record JudgedWorkload(
                int tile,
                String name,
                String plugin,
                Load load,
                @Nullable MetricValue metric,
                LineResult all) {}

        record Load(String kind) {}

        record Aggregate(String name, @Nullable MetricValue metric, LineResult all, List<LineResult> operations) {}

        record Score(@Nullable String notation, @Nullable Double value) {}

        static Optional<StoredResult> of(RunFolder folder) throws IOException {
            try {
                StoredResult result = Documents.ofTree(folder.document(StoredFile.RESULT), StoredResult.class);
                Documents.requireSchema(StoredFile.RESULT.fileName(), result.schema(), Judgement.SCHEMA);
                return Optional.of(result);
            } catch (NoSuchFileException e) {
                return Optional.empty();
            } catch (IllegalArgumentException e) {
                throw new IOException(StoredFile.RESULT.fileName() + " cannot be read: " + e.getMessage() + ".", e);
            }
        }
    }

    /** Reads the summary of one run. A file that cannot be read becomes a problem of the summary. */
    private static final class SummaryReader {
        private static final int MAX_REASONS = 20;
        private final RunFolder folder;
        private final List<String> problems = new ArrayList<>();

        SummaryReader(RunFolder folder) {
            this.folder = folder;
        }

        RunSummary read() {
            RunFolder.State state = orElse(RunFolder.State.CRASHED, folder::state);
            Optional<StoredResult> result = state == RunFolder.State.RUNNING
                    ? Optional.empty()
                    : orElse(Optional.empty(), () -> StoredResult.of(folder));
            return summary(state, result.orElse(null));
        }

        private RunSummary summary(RunFolder.State state, @Nullable StoredResult result) {
            boolean isRunning = state == RunFolder.State.RUNNING;
            Optional<RunPlan> plan = result == null ? orElse(Optional.empty(), this::plan) : Optional.empty();
            Optional<FolderId> id = FolderId.of(folder.runId());
            Optional<RunEvent> end = orElse(Optional.empty(), folder::end);
            return new RunSummary(
                    folder.runId(),
                    id.map(FolderId::name).orElse(folder.runId()),
                    state,
                    isRunning ? null : verdict(state, result).label(),
                    isRunning ? null : conclusion(state, result),
                    result == null || result.score() == null
                            ? null
                            : result.score().value(),
                    result == null
                            ? plan.map(planned -> planned.runClass().label()).orElse(null)
                            : result.runClass(),
                    id.flatMap(FolderId::startedAt).orElse(Instant.EPOCH),
                    isRunning ? null : end.map(RunEvent::at).orElseGet(this::lastActivity),
                    orElse(RunAnnotation.NONE, () -> RunAnnotation.read(folder)),
                    plugins(result, plan),
                    result == null ? null : headline(result),
                    result == null
                            ? List.of()
                            : result.workloads().stream()
                                    .map(SummaryReader::workload)
                                    .toList(),
                    isRunning ? List.of() : reasons(result),
                    problems);
        }

        private Optional<RunPlan> plan() throws IOException {
            if (!Files.exists(folder.file(StoredFile.PLAN))) {
                return Optional.empty();
            }
            Map<String, Object> plan = folder.document(StoredFile.PLAN);
            Documents.requireSchema(StoredFile.PLAN.fileName(), plan.get("schema"), RunPlan.SCHEMA);
            return Optional.of(RunPlan.fromTree(plan));
        }

        /** The verdict; a run that did not reach its end has no other than invalid. */
        private static Verdict verdict(RunFolder.State state, @Nullable StoredResult result) {
            boolean hasEnded = state == RunFolder.State.COMPLETED || state == RunFolder.State.INTERRUPTED;
            return hasEnded && result != null ? result.verdict() : Verdict.INVALID;
        }

        private static Conclusion conclusion(RunFolder.State state, @Nullable StoredResult result) {
            if (result != null && result.verdict() == verdict(state, result)) {
                return result.conclusion();
            }
            return new Conclusion(
                    switch (state) {
                        case CRASHED -> Conclusion.Kind.CRASHED;
                        case NOT_STARTED -> Conclusion.Kind.NOT_STARTED;
                        default -> Conclusion.Kind.INVALID;
                    },
                    "The run did not reach its planned end, or its result cannot be read.",
                    "There are no figures.");
        }

        /** The ids of plugins, each once; a plugin with several workloads is listed with the workload. */
        private static List<String> plugins(@Nullable StoredResult result, Optional<RunPlan> plan) {
            Stream<String> plugins = result == null
                    ? plan.stream()
                            .flatMap(planned -> planned.workloads().stream())
                            .map(PlannedWorkload::plugin)
                    : result.workloads().stream().map(StoredResult.JudgedWorkload::plugin);
            return plugins.map(plugin -> plugin.split("/", 2)[0])
                    .distinct()
                    .sorted()
                    .toList();
        }

        private static @Nullable Headline headline(StoredResult result) {
            return result.aggregate().stream()
                    .flatMap(workload -> Stream.ofNullable(metric(workload.name(), workload.metric())))
                    .findFirst()
                    .orElse(null);
        }

        private static @Nullable Headline metric(String workload, @Nullable MetricValue metric) {
            return metric == null ? null : new Headline(workload, metric.name(), metric.value(), metric.unit());
        }

        private static Workload workload(StoredResult.JudgedWorkload workload) {
            LineResult all = workload.all();
            Double errorRate = all.number(OperationColumns.ERROR_RATE);
            Figure.Value p95 = all.value(OperationColumns.P95);
            return new Workload(
                    workload.tile(),
                    workload.name(),
                    workload.plugin(),
                    all.rate(OperationColumns.THROUGHPUT),
                    p95 == null ? null : p95.number(),
                    p95 != null && p95.lowerBound(),
                    all.isLimited(OperationColumns.P95),
                    errorRate == null ? null : errorRate / 100,
                    metric(workload.name(), workload.metric()));
        }

        /** The sentences of the reasons, the most severe first; without a result, the problems of the folder. */
        private List<String> reasons(@Nullable StoredResult result) {
            if (result == null) {
                return Stream.concat(
                                Stream.of("The run has no result; ./plateau judge may give one."), problems.stream())
                        .toList();
            }
            return result.reasons().stream()
                    .sorted(Comparator.comparing(StoredResult.Reason::severity).reversed())
                    .map(StoredResult.Reason::message)
                    .limit(MAX_REASONS)
                    .toList();
        }

        @FunctionalInterface
        private interface Reading<T> {
            T read() throws IOException;
        }

        private <T> T orElse(T otherwise, Reading<T> reading) {
            try {
                return reading.read();
            } catch (IOException | RuntimeException e) {
                String sentence = String.valueOf(e.getMessage());
                if (!problems.contains(sentence)) {
                    problems.add(sentence);
                }
                return otherwise;
            }
        }

        private Instant lastActivity() {
            return Stream.of(StoredFile.PLAN, StoredFile.EVENTS, StoredFile.INTERVALS)
                    .map(file -> folder.file(file).toFile().lastModified())
                    .max(Long::compare)
                    .map(Instant::ofEpochMilli)
                    .orElse(Instant.EPOCH);
        }
    }
}
