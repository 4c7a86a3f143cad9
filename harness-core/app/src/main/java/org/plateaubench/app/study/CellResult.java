// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.ScoreOutcome.TrialScore;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * The result of a cell.
 *
 * @param baseline name of the cell to which it is normalised, or {@value Cell#EACH_ALONE}
 * @param wanted smallest requested number of valid trials; null in a search
 * @param outcome its outcome; running while all of its runs pass and further ones are needed
 * @param suts facts that the SUTs of its first trial report about themselves, by their names
 */
public record CellResult(
        String name,
        Map<String, String> levels,
        String scenario,
        String baseline,
        @Nullable Integer wanted,
        Outcome outcome,
        List<TrialResult> trials,
        List<FigureResult> figures,
        Map<String, Object> suts,
        @Nullable TrialScore score) {
    public record TrialResult(
            int trial, String runId, Outcome outcome, boolean doubts, double seconds, List<String> reasons) {}

    /**
     * A figure of a cell.
     *
     * @param ofBaseline its ratio to the mean of the baseline; null if that did not pass, has none, or only a bound of it
     * @param ofBaselineInterval interval of that ratio; null if there are too few trials, or if the ratio is a bound
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
        Figure.Key key() {
            return new Figure.Key(workload, line, name, unit);
        }

        /** The interval of its mean; null for values that are only bounds, for which it would have no meaning. */
        @Nullable
        ConfidenceInterval shownInterval() {
            return lowerBound ? null : values.interval();
        }
    }

    static CellResult of(Cell cell, @Nullable Integer wanted) {
        return new CellResult(
                cell.name(),
                cell.levels(),
                cell.scenario() == null ? "" : cell.scenario().description(),
                cell.baseline(),
                wanted,
                Outcome.NOT_RUN,
                List.of(),
                List.of(),
                Map.of(),
                null);
    }

    CellResult with(List<EndedRun> runs, Map<String, FigureSet> baselines, boolean isInProgress) {
        FigureSet own = FigureSet.of(runs);
        return new CellResult(
                name,
                levels,
                scenario,
                baseline,
                wanted,
                outcome(runs, isInProgress),
                runs.stream()
                        .map(run -> new TrialResult(
                                run.step().trial(),
                                run.runId(),
                                run.outcome(),
                                run.doubts(),
                                run.seconds(),
                                run.reasons()))
                        .toList(),
                own.figures().keySet().stream()
                        .map(key -> figure(key, own, baselines))
                        .toList(),
                runs.stream()
                        .map(EndedRun::suts)
                        .filter(suts -> !suts.isEmpty())
                        .findFirst()
                        .orElse(Map.of()),
                score(runs));
    }

    private FigureResult figure(Figure.Key key, FigureSet own, Map<String, FigureSet> baselines) {
        String base = baseline.equals(Cell.EACH_ALONE) ? key.workload() : baseline;
        FigureSet reference = base.equals(name) ? FigureSet.NONE : baselines.getOrDefault(base, FigureSet.NONE);
        TrialFigures values = Objects.requireNonNull(own.statistics(key));
        TrialFigures others = reference.statistics(key);
        boolean isBound = own.isLowerBound(key);
        boolean hasRatio = others != null && others.mean() != 0 && !reference.isLowerBound(key);
        return new FigureResult(
                key.workload(),
                key.line(),
                key.name(),
                key.unit(),
                Objects.requireNonNull(own.figures().get(key)).getFirst().limit(),
                isBound,
                values,
                others != null && hasRatio ? Double.valueOf(values.mean() / others.mean()) : null,
                hasRatio && !isBound
                        ? ConfidenceInterval.ofRatio(own.values(key), reference.values(key), TrialFigures.LEVEL)
                        : null);
    }

    /** Whether it passed, some of its runs with doubts. */
    boolean isDoubtful() {
        return outcome == Outcome.PASS && trials.stream().anyMatch(TrialResult::doubts);
    }

    /** The outcome in words. */
    String verdict() {
        return outcome.word(isDoubtful());
    }

    private boolean hasEnough(List<EndedRun> runs) {
        return runs.stream().filter(run -> run.outcome().isEvidence()).count() >= (wanted == null ? 1 : wanted);
    }

    /** The worst of its runs, without invalid ones if enough are valid; too few that pass are not a pass. */
    Outcome outcome(List<EndedRun> runs, boolean isInProgress) {
        boolean hasEnough = hasEnough(runs);
        Optional<Outcome> worst = runs.stream()
                .map(EndedRun::outcome)
                .filter(each -> !hasEnough || each != Outcome.INVALID)
                .max(Comparator.naturalOrder());
        if (!hasEnough && worst.equals(Optional.of(Outcome.PASS))) {
            return isInProgress ? Outcome.RUNNING : Outcome.INVALID;
        }
        return worst.orElse(Outcome.NOT_RUN);
    }

    /** No number if a run could not be executed or valid trials are too few, even if runs have scores. */
    private @Nullable TrialScore score(List<EndedRun> runs) {
        List<String> obstacles = new ArrayList<>();
        List<@Nullable ScoreResult> scores = new ArrayList<>();
        for (EndedRun run : runs) {
            boolean isCarriedOut = run.outcome() != Outcome.NOT_CARRIED_OUT;
            if (!isCarriedOut) {
                obstacles.add("trial " + run.step().trial() + " could not be carried out");
            }
            if (isCarriedOut || run.score() != null) {
                scores.add(run.score());
            }
        }
        long valid = runs.stream().filter(run -> run.outcome().isEvidence()).count();
        if (valid > 0 && !hasEnough(runs)) {
            obstacles.add("there " + (valid == 1 ? "is one valid trial" : "are " + valid + " valid trials") + " of the "
                    + wanted + " that were asked for");
        }
        return TrialScore.of(scores, obstacles);
    }

    /** Figures of runs of one cell by key, in the order of runs; missing ones are omitted. */
    record FigureSet(Map<Figure.Key, List<Figure>> figures) {
        static final FigureSet NONE = new FigureSet(Map.of());

        static FigureSet of(List<EndedRun> runs) {
            Map<Figure.Key, List<Figure>> byKey = new LinkedHashMap<>();
            for (EndedRun run : runs) {
                for (Figure figure : run.figures()) {
                    byKey.computeIfAbsent(figure.key(), key -> new ArrayList<>())
                            .add(figure);
                }
            }
            return new FigureSet(byKey);
        }

        double[] values(Figure.Key key) {
            return figures.getOrDefault(key, List.of()).stream()
                    .mapToDouble(Figure::value)
                    .toArray();
        }

        boolean isLowerBound(Figure.Key key) {
            return figures.getOrDefault(key, List.of()).stream().anyMatch(Figure::lowerBound);
        }

        @Nullable
        TrialFigures statistics(Figure.Key key) {
            List<Figure> all = figures.getOrDefault(key, List.of());
            double[] errors = all.stream()
                    .map(Figure::standardError)
                    .filter(Objects::nonNull)
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            return all.isEmpty()
                    ? null
                    : TrialFigures.of(values(key), errors.length == all.size() ? errors : new double[0]);
        }
    }
}
