// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change;
import org.plateaubench.engine.report.comparison.Findings.ComparedSet;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.MeanDifference;

public record ComparedFigure(@JsonUnwrapped Definition definition, List<FigureValue> values) {
    /** A figure; {@code better} is null if neither direction is always better, or if the plan determines the figure. */
    public record Definition(
            String name,
            String title,
            String unit,
            @Nullable Better better,
            boolean detail) {}

    /** Compares a figure; {@code tested} is true if sets of several runs are tested for it. */
    static ComparedFigure of(Definition definition, boolean tested, List<FigureValue> runs, List<ComparedSet> sets) {
        ComparedSet first = sets.getFirst();
        List<FigureValue> base = known(runs, first);
        List<FigureValue> values = new ArrayList<>(List.of(FigureValue.mean(base)));
        for (ComparedSet set : sets.subList(1, sets.size())) {
            List<FigureValue> compared = known(runs, set);
            FigureValue mean = FigureValue.mean(compared);
            values.add(mean.with(
                    !first.isEnough()
                            ? null
                            : first.runs() == 1 && set.runs() == 1
                                    ? Change.betweenRuns(values.getFirst(), mean, definition.better(), set.isEnough())
                                    : Change.betweenSets(base, compared, tested)));
        }
        return new ComparedFigure(definition, values);
    }

    private static List<FigureValue> known(List<FigureValue> runs, ComparedSet set) {
        return set.shown().stream()
                .map(runs::get)
                .filter(value -> value.value() != null)
                .toList();
    }

    ComparedFigure corrected(DoubleUnaryOperator adjusted) {
        return new ComparedFigure(
                definition,
                values.stream()
                        .map(value -> {
                            Change change = value.against();
                            Double test = change == null ? null : change.pValue();
                            return change == null || test == null
                                    ? value
                                    : value.with(change.corrected(adjusted.applyAsDouble(test), definition.better()));
                        })
                        .toList());
    }

    boolean isKnown() {
        return values.stream().anyMatch(value -> value.value() != null);
    }

    boolean isEqual() {
        return values.stream()
                        .map(FigureValue::value)
                        .filter(Objects::nonNull)
                        .distinct()
                        .count()
                < 2;
    }

    /**
     * A figure in one set of runs, with its change from the first set.
     *
     * @param harnessShare the harness's own lag as a share of it, 0 for none, the greatest of several runs; null if it
     *     is unknown or the figure is not a time
     * @param standardError standard error by chance within the run, from the means of equal blocks of the steady
     *     window; null if it cannot be computed, and for several runs
     * @param against the change from the first set; null in the first set, if it is no baseline, or if a value is null
     */
    public record FigureValue(
            @Nullable Double value,
            boolean lowerBound,
            boolean lowResolution,
            @Nullable Double harnessShare,
            @Nullable Double standardError,
            @Nullable Change against) {
        static final FigureValue NONE = new FigureValue(null, false, false, null, null, null);

        static FigureValue of(double value, @Nullable Double standardError) {
            return of(new Figure.Value(value, false, false), null, standardError);
        }

        static FigureValue of(
                Figure.@Nullable Value value, @Nullable Double harnessShare, @Nullable Double standardError) {
            return value == null
                    ? NONE
                    : new FigureValue(
                            Figures.rounded(value.number()),
                            value.lowerBound(),
                            value.lowResolution(),
                            harnessShare,
                            standardError == null ? null : Double.valueOf(Figures.rounded(standardError)),
                            null);
        }

        FigureValue with(@Nullable Change change) {
            return new FigureValue(value, lowerBound, lowResolution, harnessShare, standardError, change);
        }

        static FigureValue mean(List<FigureValue> runs) {
            if (runs.size() < 2) {
                return runs.isEmpty() ? NONE : runs.getFirst();
            }
            return new FigureValue(
                    Arrays.stream(values(runs)).average().orElseThrow(),
                    runs.stream().anyMatch(FigureValue::lowerBound),
                    runs.stream().anyMatch(FigureValue::lowResolution),
                    runs.stream()
                            .map(FigureValue::harnessShare)
                            .filter(Objects::nonNull)
                            .max(Double::compare)
                            .orElse(null),
                    null,
                    null);
        }

        private static double[] values(List<FigureValue> runs) {
            return runs.stream()
                    .map(FigureValue::value)
                    .mapToDouble(Objects::requireNonNull)
                    .toArray();
        }

        @JsonProperty("limitedByHarness")
        public boolean isLimited() {
            return harnessShare != null && harnessShare > HarnessLag.LIMITED;
        }

        /** The change from the first set to another; as a share, 1 is twice as much. */
        public record Change(
                @Nullable Double difference,
                @Nullable Double share,
                @Nullable ConfidenceInterval interval,
                @Nullable Double pValue,
                @Nullable Double adjustedPValue,
                Result result) {
            /** Minimum number of standard errors of a difference not due to chance, as in measurement rule M18. */
            static final double STANDARD_ERRORS = 4;

            static final double LEVEL = 0.95;

            /** The bound on the probability of a false alarm of all tests together. */
            static final double FALSE_ALARMS = 0.05;

            public enum Result {
                BETTER,
                WORSE,
                /** The figure is greater, which is neither better nor worse. */
                MORE,
                /** The figure is smaller, which is neither better nor worse. */
                LESS,
                EQUAL,
                /** Chance explains a difference of this size. */
                NO_DIFFERENCE_SHOWN,
                /** Too little data, bounds, a run that is not trusted, one run and several, or sets without scatter. */
                NOT_TOLD;

                /** The result of a difference that chance does not explain. */
                public static Result of(@Nullable Better better, boolean isMore) {
                    return better == null ? isMore ? MORE : LESS : isMore == (better == Better.HIGHER) ? BETTER : WORSE;
                }
            }

            /** The change between two runs, which chance within them may explain; null if either has no value. */
            static @Nullable Change betweenRuns(
                    FigureValue first, FigureValue second, @Nullable Better better, boolean comparable) {
                Change change = plain(first, second);
                if (change == null || change.difference == null || !comparable) {
                    return change;
                }
                double difference = change.difference;
                if (difference == 0) {
                    return change.with(Result.EQUAL);
                }
                Double firstError = first.standardError();
                Double secondError = second.standardError();
                if (firstError == null || secondError == null) {
                    return change;
                }
                double threshold = STANDARD_ERRORS * Math.hypot(firstError, secondError);
                return change.with(
                        Math.abs(difference) > threshold
                                ? Result.of(better, difference > 0)
                                : Result.NO_DIFFERENCE_SHOWN);
            }

            /** The change between two sets of runs; a test determines its result after correction. */
            static @Nullable Change betweenSets(List<FigureValue> first, List<FigureValue> second, boolean tested) {
                Change change = plain(mean(first), mean(second));
                if (change == null || change.difference == null) {
                    return change;
                }
                double[] firstValues = values(first);
                double[] secondValues = values(second);
                MeanDifference test = tested
                        ? MeanDifference.of(firstValues, variance(first), secondValues, variance(second), LEVEL)
                        : null;
                if (test != null) {
                    return new Change(
                            change.difference, change.share, test.interval(), test.pValue(), null, Result.NOT_TOLD);
                }
                boolean isConstant = Math.min(firstValues.length, secondValues.length) > 1
                        && Arrays.stream(firstValues).allMatch(value -> value == firstValues[0])
                        && Arrays.stream(secondValues).allMatch(value -> value == firstValues[0]);
                return isConstant ? change.with(Result.EQUAL) : change;
            }

            private static @Nullable Change plain(FigureValue first, FigureValue second) {
                Double from = first.value();
                Double to = second.value();
                if (from == null || to == null) {
                    return null;
                }
                if (first.lowerBound() || second.lowerBound()) {
                    return new Change(null, null, null, null, null, Result.NOT_TOLD);
                }
                double difference = to - from;
                double share = difference == 0 ? 0 : difference / Math.abs(from);
                return new Change(
                        Figures.rounded(difference),
                        Double.isInfinite(share) ? null : Double.valueOf(Figures.rounded(share)),
                        null,
                        null,
                        null,
                        Result.NOT_TOLD);
            }

            private Change with(Result concluded) {
                return new Change(difference, share, interval, pValue, adjustedPValue, concluded);
            }

            Change corrected(double adjusted, @Nullable Better better) {
                return new Change(
                        difference,
                        share,
                        interval,
                        pValue,
                        adjusted,
                        adjusted <= FALSE_ALARMS
                                ? Result.of(better, difference != null && difference > 0)
                                : Result.NO_DIFFERENCE_SHOWN);
            }

            /** The mean variance within the runs, 0 if the variance of one of them is unknown. */
            private static double variance(List<FigureValue> runs) {
                return runs.stream().anyMatch(run -> run.standardError == null)
                        ? 0
                        : runs.stream()
                                .map(FigureValue::standardError)
                                .mapToDouble(Objects::requireNonNull)
                                .map(error -> error * error)
                                .average()
                                .orElse(0);
            }
        }
    }
}
