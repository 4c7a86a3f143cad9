// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.plan.Cell;
import org.plateaubench.app.study.plan.CellSequence;
import org.plateaubench.app.study.plan.SearchSequence;
import org.plateaubench.app.study.plan.Sequence;
import org.plateaubench.app.study.plan.StudyPlan;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Figure;
import org.plateaubench.app.study.run.FigureSet;
import org.plateaubench.app.study.run.FormerIntervals;
import org.plateaubench.app.study.run.Interference;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.app.study.run.RunSoftware;
import org.plateaubench.app.study.run.SutFacts;
import org.plateaubench.engine.config.repetition.SearchSpec;
import org.plateaubench.engine.config.study.StudySpec;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.Ratios;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * The results of a sequence of runs, schema {@value #SCHEMA}. Immutable.
 *
 * @param schema name and version of this form
 * @param studyId its id
 * @param kind trials, search or study
 * @param name its name
 * @param description a sentence, may be empty
 * @param complete whether everything that was requested was run
 * @param message why it is not complete; empty when it is
 * @param outcome its outcome, by the worst of its cells; running while it goes on
 * @param cells its cells; the loads of a search in ascending order
 * @param search the edge that was found, null for no search
 * @param interference how much workloads slow each other down; none for another kind
 * @param remaining further runs at most, those apart that are made again since they are invalid; 0 unless it goes on or was interrupted
 * @param expectedRunSeconds how long one run takes by its plan, without its preparation
 * @param warnings sentences about the meaning of the figures
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
    /** The name of this form. */
    public static final String SCHEMA = "plateau.study/1";

    /** The outcome of a sequence that goes on. */
    public static final String RUNNING = "running";

    /**
     * A cell.
     *
     * @param name its name
     * @param levels level of each factor by name
     * @param scenario what its scenario is, may be empty
     * @param baseline name of the cell that it is normalised to
     * @param outcome its outcome; running while all of its runs pass and further ones are needed
     * @param trials its runs in order, invalid ones too
     * @param figures its figures over the trials that are evidence
     * @param suts what the systems under test of its first trial say of themselves; null when they say nothing, and in results of
     *     before this was kept
     * @param score its score over the trials; null without a reference, and in results of before there was one
     * @param wanted how many valid trials are requested at least; null in a search, and in results of before this was kept
     */
    public record CellResult(
            String name,
            Map<String, String> levels,
            String scenario,
            String baseline,
            String outcome,
            List<TrialResult> trials,
            List<FigureResult> figures,
            @Nullable SutFacts suts,
            @Nullable TrialScore score,
            @Nullable Integer wanted) {
        /** What was computed again, as far as these results say it: earlier ones, of earlier runs, lack facts, software and score. */
        private CellResult again(CellResult computed) {
            boolean hasSoftware = IntStream.range(0, computed.trials.size())
                    .anyMatch(i ->
                            wasEvidence(i, computed.trials) && RunSoftware.isTold(computed.trials.get(i).software));
            return new CellResult(
                    computed.name,
                    computed.levels,
                    computed.scenario,
                    computed.baseline,
                    computed.outcome,
                    againOf(computed.trials),
                    again(computed.figures),
                    suts == null && !hasSoftware ? null : computed.suts,
                    score == null
                            ? (hasSoftware ? computed.score : null)
                            : FormerIntervals.score(score, computed.score),
                    wanted);
        }

        private List<TrialResult> againOf(List<TrialResult> computed) {
            return IntStream.range(0, computed.size())
                    .mapToObj(i -> i < trials.size()
                            ? computed.get(i).as(trials.get(i).software, wasEvidence(i, computed))
                            : computed.get(i))
                    .toList();
        }

        /** A run that could not be read when it ended has nothing in these results, though its folder may be readable by now. */
        private boolean wasEvidence(int trial, List<TrialResult> computed) {
            return Outcome.isEvidence((trial < trials.size() ? trials : computed).get(trial).outcome);
        }

        private List<FigureResult> again(List<FigureResult> computed) {
            Map<Figure.Key, FigureResult> stored = new HashMap<>();
            figures.forEach(figure -> stored.put(figure.key(), figure));
            return computed.stream()
                    .map(figure -> {
                        FigureResult before = stored.get(figure.key());
                        return before == null ? figure : before.again(figure);
                    })
                    .toList();
        }
    }

    /** A run of a cell; its software is null when it has no measurements, and in results of before this was kept. */
    public record TrialResult(
            int trial,
            String runId,
            String outcome,
            double seconds,
            List<String> reasons,
            @Nullable Map<String, String> software) {
        private TrialResult as(@Nullable Map<String, String> told, boolean wasEvidence) {
            return new TrialResult(
                    trial,
                    runId,
                    outcome,
                    seconds,
                    reasons,
                    told == null && !wasEvidence ? null : RunSoftware.as(told, software));
        }
    }

    /**
     * A figure of a cell.
     *
     * @param workload workload
     * @param line operation, unit or series; empty for the whole workload
     * @param name what is counted
     * @param unit its unit
     * @param limit the limit on it, null for none
     * @param lowerBound whether the true mean is only known to be at least that
     * @param values its statistics over the trials
     * @param ofBaseline its ratio to the mean of the baseline, null where there is none
     * @param ofBaselineInterval interval of that ratio, null where too few trials show it
     */
    public record FigureResult(
            String workload,
            String line,
            String name,
            String unit,
            @Nullable Double limit,
            boolean lowerBound,
            TrialFigures values,
            @Nullable Double ofBaseline,
            @Nullable ConfidenceInterval ofBaselineInterval) {
        public Figure.Key key() {
            return new Figure.Key(workload, line, name, unit);
        }

        /** The interval of its mean; of values that are only bounds none has a meaning. */
        @Nullable
        public ConfidenceInterval shownInterval() {
            return lowerBound ? null : values.interval();
        }

        /** Whether the interval that is shown of its mean says little. */
        public boolean isVague() {
            return shownInterval() != null && values.saysLittle();
        }

        /** Whether the interval that is shown of its ratio to a known baseline says little. */
        public boolean isVagueRatio() {
            ConfidenceInterval range = ofBaselineInterval;
            return !lowerBound && ofBaseline != null && range != null && range.saysLittleOf(ofBaseline);
        }

        private FigureResult again(FigureResult computed) {
            return new FigureResult(
                    computed.workload,
                    computed.line,
                    computed.name,
                    computed.unit,
                    computed.limit,
                    computed.lowerBound,
                    FormerIntervals.figures(values, computed.values),
                    computed.ofBaseline,
                    FormerIntervals.interval(ofBaselineInterval, computed.ofBaselineInterval, computed.ofBaseline));
        }
    }

    /**
     * The result of a search.
     *
     * @param maximise what grew
     * @param carried greatest load that passed, null for none
     * @param missed least load that failed, null for none
     * @param capacity the middle of both, null where one is missing
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
     * The results.
     *
     * @param ended runs that have ended
     * @param end end of the sequence, null while it goes on
     */
    public static StudyResult of(StudyPlan plan, String id, List<EndedRun> ended, Sequence.@Nullable End end) {
        Map<String, List<EndedRun>> byCell = new LinkedHashMap<>();
        plan.cells().forEach(cell -> byCell.put(cell.name(), new ArrayList<>()));
        List<EndedRun> ordered = plan.kind() == StudyPlan.Kind.SEARCH
                ? ended.stream()
                        .sorted((a, b) -> Double.compare(load(a), load(b)))
                        .toList()
                : ended;
        ordered.forEach(run -> byCell.computeIfAbsent(
                        plan.sequence() instanceof SearchSequence sequence
                                ? SearchSequence.named(
                                        sequence.spec().maximise(), run.step().cell())
                                : run.step().cell(),
                        name -> new ArrayList<>())
                .add(run));
        List<CellResult> cells = new ArrayList<>();
        byCell.forEach((name, runs) -> cells.add(cell(
                new CellHead(
                        name,
                        levels(plan, name),
                        plan.cell(name)
                                .map(cell -> cell.scenario().description())
                                .orElse(""),
                        plan.baselines().getOrDefault(name, name),
                        plan.sequence() instanceof CellSequence sequence
                                ? sequence.trials().count()
                                : null,
                        end == null),
                runs,
                byCell)));
        SearchResult search = plan.sequence() instanceof SearchSequence sequence ? search(sequence, ended) : null;
        return new StudyResult(
                SCHEMA,
                id,
                Documents.word(plan.kind()),
                plan.name(),
                plan.description(),
                end != null && end.complete(),
                end == null ? "" : end.sentence(),
                end == null ? RUNNING : outcome(cells, search, end).label(),
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

    /** Whether they are the results of the trials of one run, and of no search or study. */
    public boolean isOfTrials() {
        return kind.equals(Documents.word(StudyPlan.Kind.TRIALS)) && cells.size() == 1;
    }

    /**
     * Whether a ratio to the baseline has a meaning: not if the baseline's value is only known to be at least that.
     *
     * @param cell the cell of the figure
     */
    public boolean isOfKnownBaseline(CellResult cell, FigureResult figure) {
        return cells.stream()
                .filter(other -> other.name().equals(cell.baseline()))
                .flatMap(other -> other.figures().stream())
                .noneMatch(other -> other.lowerBound() && other.key().equals(figure.key()));
    }

    /** The workloads of each cell by its name. */
    private static Map<String, String> sets(List<CellResult> cells) {
        Map<String, String> sets = new LinkedHashMap<>();
        cells.forEach(cell -> sets.put(cell.name(), cell.levels().getOrDefault(StudySpec.WORKLOADS, "")));
        return sets;
    }

    /**
     * The same results, computed again from their runs.
     *
     * @param runs the runs of each cell by its name, in order
     */
    public StudyResult again(Map<String, List<EndedRun>> runs) {
        List<CellResult> again = cells.stream()
                .map(cell -> cell.again(cell(
                        new CellHead(
                                cell.name(),
                                cell.levels(),
                                cell.scenario(),
                                cell.baseline(),
                                cell.wanted(),
                                outcome.equals(RUNNING)),
                        runs.getOrDefault(cell.name(), List.of()),
                        runs)))
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
                outcome.equals(RUNNING)
                        ? RUNNING
                        : outcome(again, edge, new Sequence.End(complete, message))
                                .label(),
                again,
                edge,
                interference.isEmpty()
                        ? List.of()
                        : Interference.again(interference, Interference.of(sets(again), TrialEvidence.figures(runs))),
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

    /** What a cell is, apart from its runs. */
    private record CellHead(
            String name,
            Map<String, String> levels,
            String scenario,
            String baseline,
            @Nullable Integer wanted,
            boolean goesOn) {
        /** Valid trials without which there is no outcome of the cell. */
        int fewest() {
            return wanted == null ? 1 : wanted;
        }
    }

    private static CellResult cell(CellHead head, List<EndedRun> runs, Map<String, List<EndedRun>> byCell) {
        FigureSet figures = TrialEvidence.figures(runs);
        String baseline = head.baseline();
        FigureSet reference = TrialEvidence.figures(byCell.getOrDefault(baseline, List.of()));
        List<FigureResult> results = new ArrayList<>();
        figures.figures().forEach((key, all) -> {
            double[] values = figures.values(key);
            double[] base = reference.values(key);
            TrialFigures own = Objects.requireNonNull(figures.statistics(key));
            TrialFigures other = baseline.equals(head.name()) ? null : reference.statistics(key);
            results.add(new FigureResult(
                    key.workload(),
                    key.line(),
                    key.name(),
                    key.unit(),
                    all.getFirst().limit(),
                    all.stream().anyMatch(Figure::lowerBound),
                    own,
                    other == null || other.mean() == 0 ? null : Double.valueOf(own.mean() / other.mean()),
                    other == null ? null : Ratios.ofMeans(values, base, TrialFigures.LEVEL)));
        });
        return new CellResult(
                head.name(),
                head.levels(),
                head.scenario(),
                baseline,
                outcome(head, runs),
                runs.stream()
                        .map(run -> new TrialResult(
                                run.step().trial(),
                                run.runId(),
                                run.outcome().label(),
                                run.seconds(),
                                run.reasons(),
                                run.software()))
                        .toList(),
                results,
                runs.stream()
                        .map(EndedRun::suts)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                TrialEvidence.score(runs, head.fewest()),
                head.wanted());
    }

    /**
     * The worst of a cell's runs. An invalid one does not count when there are valid ones enough in its place; too few that
     * pass are no pass.
     */
    private static String outcome(CellHead head, List<EndedRun> runs) {
        boolean hasEnough =
                runs.stream().filter(run -> run.outcome().isEvidence()).count() >= head.fewest();
        Optional<Outcome> worst = runs.stream()
                .map(EndedRun::outcome)
                .filter(outcome -> !hasEnough || outcome != Outcome.INVALID)
                .max(Comparator.naturalOrder());
        if (!hasEnough && worst.equals(Optional.of(Outcome.PASS))) {
            return head.goesOn() ? RUNNING : Outcome.INVALID.label();
        }
        return worst.map(Outcome::label).orElse("not run");
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
                                .filter(trial -> Outcome.isEvidence(trial.outcome))
                                .map(TrialResult::software)
                                .filter(Objects::nonNull)
                                .toList()))
                .toList());
    }
}
