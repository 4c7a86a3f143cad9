// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.result.CheckResult;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.MeanDifference;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * A figure in one set of runs, with its change from the first set.
 *
 * @param value the figure of one run, or the mean of several; null when there is none
 * @param lowerBound whether the value is only a lower bound of the true value
 * @param lowResolution whether fewer than ten samples of a run exceed it
 * @param harnessShare the harness's own lag as a share of it, 0 for none, the greatest of several runs; null if it is
 *     unknown or the figure is not a time
 * @param standardError standard error by chance within the run, from the means of equal blocks of the steady window;
 *     null if it cannot be computed, and for several runs
 * @param met whether every run met the check whose value it is, null for other figures
 * @param trials the values of several runs, null for one
 * @param against the change from the first set; null in the first set, if that cannot be a baseline, or if either value is
 *     missing
 */
public record FigureValue(
        @Nullable Double value,
        boolean lowerBound,
        boolean lowResolution,
        @Nullable Double harnessShare,
        @Nullable Double standardError,
        @Nullable Boolean met,
        @Nullable TrialFigures trials,
        @Nullable Change against) {
    static final FigureValue NONE = new FigureValue(null, false, false, null, null, null, null, null);

    static FigureValue of(double value, @Nullable Double standardError) {
        return of(new Figure.Value(value, false, false), null, standardError);
    }

    static FigureValue of(Figure.@Nullable Value value, @Nullable Double harnessShare, @Nullable Double standardError) {
        return value == null
                ? NONE
                : new FigureValue(
                        Figures.rounded(value.number()),
                        value.lowerBound(),
                        value.lowResolution(),
                        harnessShare,
                        standardError == null ? null : Double.valueOf(Figures.rounded(standardError)),
                        null,
                        null,
                        null);
    }

    static FigureValue of(CheckResult check) {
        Double value = check.value();
        return new FigureValue(
                value == null ? null : Double.valueOf(Figures.rounded(value)),
                false,
                false,
                null,
                null,
                check.met(),
                null,
                null);
    }

    FigureValue with(@Nullable Change change) {
        return new FigureValue(value, lowerBound, lowResolution, harnessShare, standardError, met, trials, change);
    }

    /** The figure of a set of runs that have it. */
    static FigureValue mean(List<FigureValue> runs) {
        if (runs.size() < 2) {
            return runs.isEmpty() ? NONE : runs.getFirst();
        }
        TrialFigures trials = TrialFigures.of(
                runs.stream()
                        .map(FigureValue::value)
                        .mapToDouble(Objects::requireNonNull)
                        .toArray(),
                errors(runs));
        return new FigureValue(
                trials.mean(),
                runs.stream().anyMatch(FigureValue::lowerBound),
                runs.stream().anyMatch(FigureValue::lowResolution),
                runs.stream()
                        .map(FigureValue::harnessShare)
                        .filter(Objects::nonNull)
                        .max(Double::compare)
                        .orElse(null),
                null,
                runs.getFirst().met == null
                        ? null
                        : Boolean.valueOf(runs.stream().allMatch(run -> Boolean.TRUE.equals(run.met))),
                trials,
                null);
    }

    /** The standard errors within the runs; empty if one of them is unknown. */
    static double[] errors(List<FigureValue> runs) {
        return runs.stream().anyMatch(run -> run.standardError == null)
                ? new double[0]
                : runs.stream()
                        .map(FigureValue::standardError)
                        .mapToDouble(Objects::requireNonNull)
                        .toArray();
    }

    /** Whether it is limited by the harness (measurement rule M24). */
    @JsonProperty("limitedByHarness")
    public boolean isLimited() {
        return harnessShare != null && harnessShare > HarnessLag.LIMITED;
    }

    /**
     * The change of a figure from the first set to another.
     *
     * @param difference value minus that of the first set; null if either is only a bound
     * @param share difference as a share of the first set's value, 1 for twice as much; null if that value is 0
     * @param interval interval of confidence of the difference; null unless sets of several runs are tested
     * @param pValue probability that chance alone gives such a difference, null if it is not tested
     * @param adjustedPValue the same, corrected for the number of tests
     * @param result whether the runs distinguish the difference from chance
     */
    public record Change(
            @Nullable Double difference,
            @Nullable Double share,
            @Nullable ConfidenceInterval interval,
            @Nullable Double pValue,
            @Nullable Double adjustedPValue,
            Result result) {
        /** The number of standard errors from which on a difference is not due to chance, as in measurement rule M18. */
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
            /**
             * The result is unknown: there is too little data, a value is only a bound, a run cannot be trusted, one run is
             * compared with several, or sets differ without any scatter.
             */
            NOT_TOLD;

            /**
             * The result of a difference that chance does not explain.
             *
             * @param better direction that is better; null if neither is
             */
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
            double by = change.difference;
            if (by == 0) {
                return change.with(Result.EQUAL);
            }
            Double one = first.standardError();
            Double other = second.standardError();
            if (one == null || other == null) {
                return change;
            }
            double reach = STANDARD_ERRORS * Math.hypot(one, other);
            return change.with(Math.abs(by) > reach ? Result.of(better, by > 0) : Result.NO_DIFFERENCE_SHOWN);
        }

        /**
         * The change between two sets of runs; its result is that of its corrected test.
         *
         * @param tested whether this figure is tested
         */
        static @Nullable Change betweenSets(List<FigureValue> first, List<FigureValue> second, boolean tested) {
            Change change = plain(mean(first), mean(second));
            if (change == null || change.difference == null) {
                return change;
            }
            double[] one = values(first);
            double[] other = values(second);
            MeanDifference test = tested ? MeanDifference.of(one, within(first), other, within(second), LEVEL) : null;
            boolean isConstant = Math.min(one.length, other.length) > 1
                    && Arrays.equals(
                            Arrays.stream(one).distinct().toArray(),
                            Arrays.stream(other).distinct().toArray())
                    && Arrays.stream(one).distinct().count() == 1;
            return test == null
                    ? isConstant ? change.with(Result.EQUAL) : change
                    : new Change(
                            change.difference, change.share, test.interval(), test.pValue(), null, Result.NOT_TOLD);
        }

        private static @Nullable Change plain(FigureValue first, FigureValue second) {
            Double one = first.value();
            Double other = second.value();
            if (one == null || other == null) {
                return null;
            }
            if (first.lowerBound() || second.lowerBound()) {
                return new Change(null, null, null, null, null, Result.NOT_TOLD);
            }
            double by = other - one;
            double share = by == 0 ? 0 : by / Math.abs(one);
            return new Change(
                    Figures.rounded(by),
                    Double.isInfinite(share) ? null : Double.valueOf(Figures.rounded(share)),
                    null,
                    null,
                    null,
                    Result.NOT_TOLD);
        }

        private Change with(Result concluded) {
            return new Change(difference, share, interval, pValue, adjustedPValue, concluded);
        }

        /** The same, with the result of its corrected test. */
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

        private static double[] values(List<FigureValue> values) {
            return values.stream()
                    .map(FigureValue::value)
                    .mapToDouble(Objects::requireNonNull)
                    .toArray();
        }

        /** The mean variance within the runs, 0 if it is unknown. */
        private static double within(List<FigureValue> values) {
            return Arrays.stream(errors(values))
                    .map(error -> error * error)
                    .average()
                    .orElse(0);
        }
    }
}
