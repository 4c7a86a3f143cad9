// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.result.ScoreOutcome;
import org.plateaubench.engine.judge.result.ScoreResult;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * The score of several trials of the same plan: the mean of their scores, which counts only if each of them counts.
 * Invalid trials are not evidence and are excluded. Immutable.
 */
public record TrialScore(
        ScoreOutcome.Reference reference,
        ScoreOutcome.State state,
        @Nullable String notation,
        @Nullable Double value,
        @Nullable Double struckValue,
        String runClass,
        String verdict,
        int tiles,
        int trials,
        int invalid,
        @Nullable ConfidenceInterval interval,
        List<String> reasons)
        implements ScoreOutcome {
    /** Null when no trial has a reference; {@code others} are further reasons for no score, parts of sentences. */
    public static @Nullable TrialScore of(List<? extends @Nullable ScoreResult> scores, List<String> others) {
        List<ScoreResult> all = new ArrayList<>();
        scores.stream().flatMap(Stream::ofNullable).forEach(all::add);
        if (all.isEmpty()) {
            return null;
        }
        List<ScoreResult> evidence = all.stream()
                .filter(score -> !score.verdict().equals(Verdict.INVALID.label()))
                .toList();
        ScoreResult first = evidence.isEmpty() ? all.getFirst() : evidence.getFirst();
        List<String> obstacles = new ArrayList<>(others);
        obstacles.addAll(obstacles(scores.size(), all, evidence));
        double[] numbers = evidence.stream()
                .map(score -> score.value() == null ? score.struckValue() : score.value())
                .flatMap(Stream::ofNullable)
                .mapToDouble(Double::doubleValue)
                .toArray();
        boolean isScored = obstacles.isEmpty() && numbers.length == evidence.size();
        boolean isPass = evidence.stream().allMatch(score -> score.state() == ScoreOutcome.State.COUNTS);
        TrialFigures figures = isScored ? TrialFigures.of(numbers, new double[0]) : null;
        Double mean = figures == null ? null : Double.valueOf(Figures.rounded(figures.mean()));
        return new TrialScore(
                first.reference(),
                figures == null
                        ? ScoreOutcome.State.NOT_SCORED
                        : isPass ? ScoreOutcome.State.COUNTS : ScoreOutcome.State.STRUCK,
                figures == null ? null : ScoreResult.notation(figures.mean(), first.tiles()),
                isPass ? mean : null,
                isPass ? null : mean,
                first.runClass(),
                worst(evidence),
                first.tiles(),
                evidence.size(),
                all.size() - evidence.size(),
                figures == null ? null : figures.interval(),
                obstacles.isEmpty() ? reasons(evidence) : obstacles);
    }

    private static List<String> obstacles(int trials, List<ScoreResult> all, List<ScoreResult> evidence) {
        List<String> obstacles = new ArrayList<>();
        if (all.size() < trials) {
            obstacles.add("not every trial names a reference");
        }
        if (differ(all.stream().map(ScoreResult::reference))) {
            obstacles.add("the trials are scored against different references");
        }
        if (differ(all.stream().map(ScoreResult::tiles))) {
            obstacles.add("the trials have different numbers of tiles");
        }
        if (differ(all.stream().map(ScoreResult::runClass))) {
            obstacles.add("the trials are of different classes");
        }
        if (evidence.isEmpty()) {
            obstacles.add("every trial is invalid");
        }
        return obstacles;
    }

    private static boolean differ(Stream<?> values) {
        return values.distinct().count() > 1;
    }

    private static String worst(List<ScoreResult> evidence) {
        if (evidence.isEmpty()) {
            return Verdict.INVALID.label();
        }
        boolean isFailed = evidence.stream().anyMatch(score -> score.verdict().equals(Verdict.FAIL.label()));
        return isFailed ? Verdict.FAIL.label() : Verdict.PASS.label();
    }

    private static List<String> reasons(List<ScoreResult> evidence) {
        return evidence.stream()
                .flatMap(score -> score.reasons().stream())
                .distinct()
                .toList();
    }
}
