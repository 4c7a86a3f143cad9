// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.StudyPlan.Cell;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.ScoreOutcome.TrialScore;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * The result of a cell.
 *
 * @param baseline name of the cell to which it is normalised, or {@value Cell#EACH_ALONE}
 * @param wanted requested number of valid trials; null in a search
 * @param outcome outcome of the cell; running while all of its runs pass and further ones are needed
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
     * @param ofBaseline ratio to the mean of the baseline; null if the baseline did not pass, or has no value or only a
     *     bound
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
        RunFigure.Key key() {
            return new RunFigure.Key(workload, line, name, unit);
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

    /** The figures of runs by key, in the order of runs; missing ones are omitted. */
    static Map<RunFigure.Key, List<RunFigure>> figures(List<EndedRun> runs) {
        return runs.stream()
                .flatMap(run -> run.figures().stream())
                .collect(Collectors.groupingBy(RunFigure::key, LinkedHashMap::new, Collectors.toList()));
    }

    CellResult with(
            List<EndedRun> runs, Map<String, Map<RunFigure.Key, List<RunFigure>>> baselines, boolean isInProgress) {
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
                figures(runs).entrySet().stream()
                        .map(own -> figure(own.getKey(), own.getValue(), baselines))
                        .toList(),
                runs.stream()
                        .map(EndedRun::suts)
                        .filter(suts -> !suts.isEmpty())
                        .findFirst()
                        .orElse(Map.of()),
                score(runs));
    }

    private FigureResult figure(
            RunFigure.Key key, List<RunFigure> own, Map<String, Map<RunFigure.Key, List<RunFigure>>> baselines) {
        String base = baseline.equals(Cell.EACH_ALONE) ? key.workload() : baseline;
        List<RunFigure> reference = base.equals(name)
                ? List.of()
                : baselines.getOrDefault(base, Map.of()).getOrDefault(key, List.of());
        TrialFigures values = statistics(own);
        double mean = reference.isEmpty() ? 0 : statistics(reference).mean();
        boolean isBound = own.stream().anyMatch(RunFigure::lowerBound);
        boolean hasRatio = mean != 0 && reference.stream().noneMatch(RunFigure::lowerBound);
        return new FigureResult(
                key.workload(),
                key.line(),
                key.name(),
                key.unit(),
                own.getFirst().limit(),
                isBound,
                values,
                hasRatio ? Double.valueOf(values.mean() / mean) : null,
                hasRatio && !isBound
                        ? ConfidenceInterval.ofRatio(values(own), values(reference), TrialFigures.LEVEL)
                        : null);
    }

    private static double[] values(List<RunFigure> figures) {
        return figures.stream().mapToDouble(RunFigure::value).toArray();
    }

    private static TrialFigures statistics(List<RunFigure> figures) {
        double[] errors = figures.stream()
                .map(RunFigure::standardError)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        return TrialFigures.of(values(figures), errors.length == figures.size() ? errors : new double[0]);
    }

    /** Whether the cell passed, some of its runs with doubts. */
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
                    + wanted + " that were requested");
        }
        return TrialScore.of(scores, obstacles);
    }
}
