// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.CellResult.TrialResult;
import org.plateaubench.app.study.StudyPlan.Cell;
import org.plateaubench.engine.config.SearchSpec;
import org.plateaubench.engine.document.Documents;

/**
 * The results of a sequence of runs, schema {@value #SCHEMA}. Immutable.
 *
 * @param outcome worst outcome of the cells; running while it is in progress
 * @param cells cells of the study; for a search, its loads in ascending order
 * @param remaining maximum number of further runs, without repetitions of invalid ones; 0 unless it is in progress or
 *     was interrupted
 */
public record StudyResult(
        String schema,
        String studyId,
        String kind,
        String name,
        String description,
        boolean complete,
        String message,
        Outcome outcome,
        List<CellResult> cells,
        @Nullable SearchResult search,
        int remaining,
        double remainingSeconds,
        List<String> warnings) {
    public static final String SCHEMA = "plateau.study/1";

    /** {@code resolution} is the distance of two loads that is not divided further. */
    public record SearchResult(
            String maximise,
            @Nullable Double carried,
            @Nullable Double missed,
            double resolution,
            boolean confirmed) {
        static SearchResult of(String maximise, SearchSequence.Edge edge, double resolution) {
            return new SearchResult(maximise, edge.carried(), edge.missed(), resolution, edge.confirmed());
        }

        String words(double load) {
            return SearchSequence.words(quantity(), load);
        }

        private SearchSpec.Quantity quantity() {
            return SearchSpec.Quantity.valueOf(maximise.toUpperCase(Locale.ROOT));
        }
    }

    static StudyResult of(StudyPlan plan, String id, List<EndedRun> ended, Sequence.@Nullable End end) {
        SearchSequence search = plan.sequence() instanceof SearchSequence sequence ? sequence : null;
        List<CellResult> cells = search == null
                ? plan.cells().stream()
                        .map(cell -> CellResult.of(
                                cell, ((CellSequence) plan.sequence()).trials().count()))
                        .toList()
                : ended.stream()
                        .map(run -> run.step().cell())
                        .distinct()
                        .sorted(Comparator.comparingDouble(SearchSequence::load))
                        .map(name -> CellResult.of(
                                new Cell(name, search.levels(SearchSequence.load(name)), List.of(), null, name), null))
                        .toList();
        return new StudyResult(
                        SCHEMA,
                        id,
                        Documents.word(plan.kind()),
                        plan.request().name(),
                        plan.description(),
                        end != null && end.complete(),
                        end == null ? "" : end.sentence(),
                        end == null ? Outcome.RUNNING : Outcome.PASS,
                        cells,
                        search == null
                                ? null
                                : SearchResult.of(
                                        Documents.word(search.spec().maximise()),
                                        search.edge(ended),
                                        search.spec().resolution()),
                        end == null || end.equals(Sequence.End.INTERRUPTED)
                                ? plan.sequence().remaining(ended)
                                : 0,
                        end == null ? plan.sequence().remainingSeconds(ended) : 0,
                        List.of())
                .with(ended);
    }

    StudyResult with(List<EndedRun> runs) {
        Map<String, List<EndedRun>> byCell = new LinkedHashMap<>();
        runs.forEach(run -> byCell.computeIfAbsent(run.step().cell(), name -> new ArrayList<>())
                .add(run));
        boolean isInProgress = outcome == Outcome.RUNNING;
        Map<String, Map<RunFigure.Key, List<RunFigure>>> baselines = new HashMap<>();
        for (CellResult cell : cells) {
            List<EndedRun> own = byCell.getOrDefault(cell.name(), List.of());
            if (!isWorseThanPass(cell.outcome(own, isInProgress))) {
                baselines.put(cell.name(), CellResult.figures(own));
            }
        }
        List<CellResult> computed = cells.stream()
                .map(cell -> cell.with(byCell.getOrDefault(cell.name(), List.of()), baselines, isInProgress))
                .toList();
        SearchResult edge = search == null
                ? null
                : SearchResult.of(
                        search.maximise(), SearchSequence.edgeOf(runs, search.confirmed()), search.resolution());
        return new StudyResult(
                schema,
                studyId,
                kind,
                name,
                description,
                complete,
                message,
                outcome == Outcome.RUNNING ? Outcome.RUNNING : outcome(computed, edge),
                computed,
                edge,
                remaining,
                remainingSeconds,
                warnings(computed, runs));
    }

    /** Whether the study passed, some of its runs with doubts. */
    public boolean isDoubtful() {
        return outcome == Outcome.PASS && cells.stream().anyMatch(CellResult::isDoubtful);
    }

    /** The outcome in words. */
    public String verdict() {
        return outcome.word(isDoubtful());
    }

    private Outcome outcome(List<CellResult> computed, @Nullable SearchResult edge) {
        if (message.equals(Sequence.End.INTERRUPTED.sentence())) {
            return Outcome.INTERRUPTED;
        }
        if (edge != null && complete) {
            return edge.carried() == null ? Outcome.FAIL : Outcome.PASS;
        }
        return Stream.concat(
                        Stream.of(complete ? Outcome.PASS : Outcome.INVALID),
                        computed.stream().map(CellResult::outcome))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static boolean isWorseThanPass(Outcome outcome) {
        return outcome.compareTo(Outcome.PASS) > 0;
    }

    private List<String> warnings(List<CellResult> cells, List<EndedRun> runs) {
        List<String> warnings =
                new ArrayList<>(search == null ? List.of() : SearchSequence.contradictions(search.quantity(), runs));
        Map<String, String> bySoftware = new LinkedHashMap<>();
        runs.stream()
                .filter(run -> run.software() != null)
                .forEach(run -> bySoftware.putIfAbsent(run.software(), run.runId()));
        if (bySoftware.size() > 1) {
            List<String> ids = List.copyOf(bySoftware.values());
            warnings.add(
                    "The runs were made with different versions of Plateau, its plugins or the programs that they run,"
                            + " which may explain the differences between their figures: ./plateau compare "
                            + ids.get(0) + " "
                            + ids.get(1) + " lists them.");
        }
        for (CellResult cell : cells) {
            boolean isBaseline = cells.stream()
                    .filter(other -> !other.name().equals(cell.name()))
                    .anyMatch(other -> other.baseline().equals(cell.name())
                            || (other.baseline().equals(Cell.EACH_ALONE)
                                    && other.figures().stream()
                                            .anyMatch(
                                                    figure -> figure.workload().equals(cell.name()))));
            if (isBaseline && isWorseThanPass(cell.outcome())) {
                warnings.add("There is no ratio to the baseline '" + cell.name() + "', whose outcome is "
                        + cell.outcome().word() + ": a baseline has to pass.");
            }
        }
        for (CellResult cell : cells) {
            String of = cell.name().isEmpty() ? "" : " of '" + cell.name() + "'";
            List<String> varying = cell.figures().stream()
                    .filter(figure -> figure.values().variesBeyondChance())
                    .map(figure -> figure.key().words())
                    .toList();
            if (!varying.isEmpty()) {
                warnings.add("The trials" + of + " differ by more than chance within each of them explains: "
                        + String.join(", ", varying)
                        + ". Something changed between them; compare the environments of the runs.");
            }
            long invalid = cell.trials().stream()
                    .filter(trial -> trial.outcome() == Outcome.INVALID)
                    .count();
            if (invalid > 0) {
                warnings.add(invalid + " of " + cell.trials().size() + " runs" + of
                        + " were invalid and count in no figure.");
            }
        }
        return warnings;
    }

    public List<String> runIds() {
        return cells.stream()
                .flatMap(cell -> cell.trials().stream())
                .map(TrialResult::runId)
                .filter(id -> !id.isEmpty())
                .toList();
    }

    List<String> differences(StudyResult other) {
        List<String> sentences = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            TreeSet<String> parts = differingKeys(tree(cells.get(i)), tree(other.cells.get(i)));
            if (!parts.isEmpty()) {
                sentences.add("Computing again gives other results of the cell '"
                        + cells.get(i).name() + "', in " + String.join(", ", parts) + ".");
            }
        }
        TreeSet<String> parts = differingKeys(tree(this), tree(other));
        parts.remove("cells");
        if (!parts.isEmpty()) {
            sentences.add("Computing again gives another " + String.join(", ", parts) + " of the study.");
        }
        return sentences;
    }

    private static Map<String, Object> tree(Object result) {
        return Documents.parse(Documents.text(result));
    }

    static TreeSet<String> differingKeys(Map<String, Object> stored, Map<String, Object> computed) {
        TreeSet<String> keys = new TreeSet<>(stored.keySet());
        keys.addAll(computed.keySet());
        keys.removeIf(key -> Objects.equals(stored.get(key), computed.get(key)));
        return keys;
    }
}
