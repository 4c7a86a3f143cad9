// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/** The common part of the score of a run and the score of several trials. */
public interface ScoreOutcome {
    enum State {
        COUNTS,
        /** There is a number, but the run did not pass. */
        STRUCK,
        NOT_SCORED
    }

    /** A reference by name, with the SHA-256 of its content. */
    record Reference(String name, String digest) {}

    Reference reference();

    State state();

    @Nullable
    String notation();

    String runClass();

    String verdict();

    List<String> reasons();

    /**
     * The score of a run, the block {@code score} of {@code result.json}. Immutable.
     *
     * @param value the score; null unless it counts
     * @param interval interval of confidence of the number, null where the measured time is too short for one
     */
    record ScoreResult(
            Reference reference,
            State state,
            @Nullable String notation,
            @Nullable Double value,
            @Nullable Double struckValue,
            String runClass,
            String verdict,
            int tiles,
            List<String> reasons,
            @Nullable Interval interval,
            @Nullable Double application,
            @Nullable Double infrastructure,
            double applicationWeight,
            double infrastructureWeight,
            @Nullable String scoredPeriod,
            List<Period> periods,
            List<Tile> perTile,
            List<Operation> operations)
            implements ScoreOutcome {
        public static String notation(double value, int tiles) {
            return String.format(Locale.ROOT, "%.2f @ %d %s", value, tiles, tiles == 1 ? "tile" : "tiles");
        }

        public record Interval(double lower, double upper, double level, String method) {}

        public record Period(String name, double value) {}

        public record Tile(int tile, double value, List<Workload> workloads) {}

        public record Workload(String name, double rate, double referenceRate, String unit, double ratio) {}

        public record Operation(
                String workload, String operation, double ratePerHour, double referencePerHour, double ratio) {}
    }

    /** The mean score of the valid trials of a plan, which counts only if each of them counts. */
    record TrialScore(
            Reference reference,
            State state,
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
        /**
         * Null when no trial has a reference; {@code otherObstacles} are further reasons for no score, parts of
         * sentences.
         */
        public static @Nullable TrialScore of(
                List<? extends @Nullable ScoreResult> scores, List<String> otherObstacles) {
            List<ScoreResult> all = new ArrayList<>();
            scores.stream().flatMap(Stream::ofNullable).forEach(all::add);
            if (all.isEmpty()) {
                return null;
            }
            List<ScoreResult> evidence = all.stream()
                    .filter(score -> !score.verdict().equals(Verdict.INVALID.label()))
                    .toList();
            ScoreResult first = evidence.isEmpty() ? all.getFirst() : evidence.getFirst();
            List<String> obstacles = new ArrayList<>(otherObstacles);
            obstacles.addAll(obstacles(scores.size(), all, evidence));
            double[] numbers = evidence.stream()
                    .map(score -> score.value() == null ? score.struckValue() : score.value())
                    .flatMap(Stream::ofNullable)
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            boolean isScored = obstacles.isEmpty() && numbers.length == evidence.size();
            boolean isPass = evidence.stream().allMatch(score -> score.state() == State.COUNTS);
            TrialFigures figures = isScored ? TrialFigures.of(numbers, new double[0]) : null;
            Double mean = figures == null ? null : Double.valueOf(Figures.rounded(figures.mean()));
            return new TrialScore(
                    first.reference(),
                    figures == null ? State.NOT_SCORED : isPass ? State.COUNTS : State.STRUCK,
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
            boolean isFailed =
                    evidence.stream().anyMatch(score -> score.verdict().equals(Verdict.FAIL.label()));
            return isFailed ? Verdict.FAIL.label() : Verdict.PASS.label();
        }

        private static List<String> reasons(List<ScoreResult> evidence) {
            return evidence.stream()
                    .flatMap(score -> score.reasons().stream())
                    .distinct()
                    .toList();
        }
    }
}
