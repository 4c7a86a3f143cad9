// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
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
        List<ScoreResult> all = scores.stream()
                .<ScoreResult>mapMulti((score, sink) -> {
                    if (score != null) {
                        sink.accept(score);
                    }
                })
                .toList();
        if (all.isEmpty()) {
            return null;
        }
        List<ScoreResult> evidence = all.stream()
                .filter(score -> !score.verdict().equals(Verdict.INVALID.label()))
                .toList();
        ScoreResult first = evidence.isEmpty() ? all.getFirst() : evidence.getFirst();
        int invalid = all.size() - evidence.size();
        List<String> obstacles = new ArrayList<>(others);
        obstacles.addAll(obstacles(scores.size(), all, evidence));
        List<Double> numbers = evidence.stream()
                .map(score -> score.value() == null ? score.struckValue() : score.value())
                .filter(Objects::nonNull)
                .toList();
        if (!obstacles.isEmpty() || numbers.size() < evidence.size()) {
            return notScored(first, evidence, invalid, obstacles.isEmpty() ? reasons(evidence) : obstacles);
        }
        return scored(first, evidence, invalid, numbers);
    }

    private static TrialScore notScored(
            ScoreResult first, List<ScoreResult> evidence, int invalid, List<String> reasons) {
        return new TrialScore(
                first.reference(),
                ScoreOutcome.State.NOT_SCORED,
                null,
                null,
                null,
                first.runClass(),
                worst(evidence),
                first.tiles(),
                evidence.size(),
                invalid,
                null,
                reasons);
    }

    private static TrialScore scored(ScoreResult first, List<ScoreResult> evidence, int invalid, List<Double> numbers) {
        TrialFigures figures = TrialFigures.of(
                numbers.stream().mapToDouble(Double::doubleValue).toArray(), new double[0]);
        boolean isPass = evidence.stream().allMatch(score -> score.state() == ScoreOutcome.State.COUNTS);
        Double mean = Figures.rounded(figures.mean());
        return new TrialScore(
                first.reference(),
                isPass ? ScoreOutcome.State.COUNTS : ScoreOutcome.State.STRUCK,
                String.format(
                        Locale.ROOT,
                        "%.2f @ %d %s",
                        figures.mean(),
                        first.tiles(),
                        first.tiles() == 1 ? "tile" : "tiles"),
                isPass ? mean : null,
                isPass ? null : mean,
                first.runClass(),
                worst(evidence),
                first.tiles(),
                evidence.size(),
                invalid,
                figures.interval(),
                reasons(evidence));
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
