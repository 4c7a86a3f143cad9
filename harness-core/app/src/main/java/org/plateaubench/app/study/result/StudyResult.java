// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.plan.Cell;
import org.plateaubench.app.study.plan.CellSequence;
import org.plateaubench.app.study.plan.SearchSequence;
import org.plateaubench.app.study.plan.Sequence;
import org.plateaubench.app.study.plan.StudyPlan;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Interference;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.engine.config.repetition.SearchSpec;
import org.plateaubench.engine.config.study.StudySpec;
import org.plateaubench.engine.document.Documents;

/**
 * The results of a sequence of runs, schema {@value #SCHEMA}. Immutable.
 *
 * @param complete whether everything requested was run
 * @param message reason why it is not complete; empty when it is
 * @param outcome its outcome, which is the worst of its cells; running while it is in progress
 * @param cells its cells; for a search, its loads in ascending order
 * @param search the edge that was found, null without a search
 * @param interference how much workloads slow each other down; empty for another kind
 * @param remaining greatest number of further runs, without repetitions of invalid ones; 0 unless it is in progress or
 *     was interrupted
 * @param expectedRunSeconds planned length of one run without its preparation, in seconds
 */
public record StudyResult(
        String schema,
        String studyId,
        String kind,
        String name,
        String description,
        boolean complete,
        String message,
        String outcome,
        List<CellResult> cells,
        @Nullable SearchResult search,
        List<Interference.SlowDown> interference,
        int remaining,
        double expectedRunSeconds,
        List<String> warnings) {
    /** Name and version of this schema. */
    public static final String SCHEMA = "plateau.study/1";

    /**
     * The result of a search.
     *
     * @param maximise the quantity that increased
     * @param carried greatest load that passed, null for none
     * @param missed smallest load that failed, null for none
     * @param capacity the middle of both, null if one is missing
     * @param resolution distance of two loads that is not divided further
     * @param confirmed whether repeated runs decided both sides
     */
    public record SearchResult(
            String maximise,
            @Nullable Double carried,
            @Nullable Double missed,
            @Nullable Double capacity,
            double resolution,
            boolean confirmed) {
        /** A load of the search in words, with its unit. */
        public String words(double load) {
            return SearchSequence.words(quantity(), load);
        }

        public SearchSpec.Quantity quantity() {
            return SearchSpec.Quantity.valueOf(maximise.toUpperCase(Locale.ROOT));
        }

        private SearchResult again(SearchSequence.Edge edge) {
            return new SearchResult(maximise, edge.carried(), edge.missed(), edge.capacity(), resolution, confirmed);
        }
    }

    /**
     * Computes the results.
     *
     * @param end end of the sequence, null while it is in progress
     */
    public static StudyResult of(StudyPlan plan, String id, List<EndedRun> ended, Sequence.@Nullable End end) {
        Map<String, List<EndedRun>> byCell = new LinkedHashMap<>();
        plan.cells().forEach(cell -> byCell.put(cell.name(), new ArrayList<>()));
        List<EndedRun> ordered = plan.kind() == StudyPlan.Kind.SEARCH
                ? ended.stream()
                        .sorted((a, b) -> Double.compare(load(a), load(b)))
                        .toList()
                : ended;
        ordered.forEach(run -> byCell.computeIfAbsent(run.step().cell(), name -> new ArrayList<>())
                .add(run));
        List<CellResult> cells = new ArrayList<>();
        byCell.forEach((name, runs) -> cells.add(new CellHead(
                        name,
                        levels(plan, name),
                        plan.cell(name)
                                .map(cell -> cell.scenario().description())
                                .orElse(""),
                        plan.baselines().getOrDefault(name, name),
                        plan.sequence() instanceof CellSequence sequence
                                ? sequence.trials().count()
                                : null,
                        end == null)
                .result(runs, byCell)));
        SearchResult search = plan.sequence() instanceof SearchSequence sequence ? search(sequence, ended) : null;
        return new StudyResult(
                SCHEMA,
                id,
                Documents.word(plan.kind()),
                plan.name(),
                plan.description(),
                end != null && end.complete(),
                end == null ? "" : end.sentence(),
                end == null ? CellResult.RUNNING : outcome(cells, search, end).label(),
                List.copyOf(cells),
                search,
                plan.kind() == StudyPlan.Kind.INTERFERENCE
                        ? Interference.of(sets(cells), TrialEvidence.figures(byCell))
                        : List.of(),
                end == null || end.equals(Sequence.End.INTERRUPTED)
                        ? plan.sequence().remaining(ended)
                        : 0,
                plan.expectedRun().toMillis() / 1e3,
                warnings(cells));
    }

    private static Map<String, String> levels(StudyPlan plan, String cell) {
        return plan.sequence() instanceof SearchSequence search
                ? search.levels(SearchSequence.load(cell))
                : plan.cell(cell).map(Cell::levels).orElse(Map.of());
    }

    /**
     * Whether a ratio to the baseline has a meaning, which it does not have if the baseline's value is only a lower
     * bound.
     */
    public boolean isOfKnownBaseline(CellResult cell, FigureResult figure) {
        return cells.stream()
                .filter(other -> other.name().equals(cell.baseline()))
                .flatMap(other -> other.figures().stream())
                .noneMatch(other -> other.lowerBound() && other.key().equals(figure.key()));
    }

    private static Map<String, String> sets(List<CellResult> cells) {
        Map<String, String> sets = new LinkedHashMap<>();
        cells.forEach(cell -> sets.put(cell.name(), cell.levels().getOrDefault(StudySpec.WORKLOADS, "")));
        return sets;
    }

    /** The same results, computed again from their runs. */
    public StudyResult again(Map<String, List<EndedRun>> runs) {
        List<CellResult> again = cells.stream()
                .map(cell -> new CellHead(
                                cell.name(),
                                cell.levels(),
                                cell.scenario(),
                                cell.baseline(),
                                cell.wanted(),
                                outcome.equals(CellResult.RUNNING))
                        .result(runs.getOrDefault(cell.name(), List.of()), runs))
                .toList();
        SearchResult edge = search == null
                ? null
                : search.again(SearchSequence.sides(
                        runs.values().stream().flatMap(List::stream).toList(), search.confirmed()));
        return new StudyResult(
                schema,
                studyId,
                kind,
                name,
                description,
                complete,
                message,
                outcome.equals(CellResult.RUNNING)
                        ? CellResult.RUNNING
                        : outcome(again, edge, new Sequence.End(complete, message))
                                .label(),
                again,
                edge,
                interference.isEmpty() ? List.of() : Interference.of(sets(again), TrialEvidence.figures(runs)),
                remaining,
                expectedRunSeconds,
                warnings(again));
    }

    private static double load(EndedRun run) {
        return SearchSequence.load(run.step().cell());
    }

    private static SearchResult search(SearchSequence sequence, List<EndedRun> ended) {
        SearchSequence.Edge edge = sequence.edge(ended);
        return new SearchResult(
                Documents.word(sequence.spec().maximise()),
                edge.carried(),
                edge.missed(),
                edge.capacity(),
                sequence.spec().resolution(),
                edge.confirmed());
    }

    private static Outcome outcome(List<CellResult> cells, @Nullable SearchResult search, Sequence.End end) {
        if (end.equals(Sequence.End.INTERRUPTED)) {
            return Outcome.INTERRUPTED;
        }
        if (search != null && end.complete()) {
            return search.carried() == null ? Outcome.FAIL : Outcome.PASS;
        }
        Outcome worst = end.complete() ? Outcome.PASS : Outcome.INVALID;
        for (CellResult cell : cells) {
            for (Outcome outcome : Outcome.values()) {
                if (outcome.label().equals(cell.outcome()) && outcome.compareTo(worst) > 0) {
                    worst = outcome;
                }
            }
        }
        return worst;
    }

    private static List<String> warnings(List<CellResult> cells) {
        return StudyWarnings.of(cells.stream()
                .map(cell -> new StudyWarnings.Cell(
                        cell.name(),
                        cell.figures().stream()
                                .filter(figure -> figure.values().isExcessive())
                                .map(figure -> figure.key().words())
                                .toList(),
                        cell.trials().stream().map(TrialResult::outcome).toList(),
                        cell.trials().stream()
                                .filter(trial -> Outcome.isEvidence(trial.outcome()))
                                .map(TrialResult::software)
                                .filter(Objects::nonNull)
                                .toList()))
                .toList());
    }
}
