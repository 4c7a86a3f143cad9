// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.MeanDifference;

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
public record FigureChange(
        @Nullable Double difference,
        @Nullable Double share,
        @Nullable ConfidenceInterval interval,
        @Nullable Double pValue,
        @Nullable Double adjustedPValue,
        Result result) {
    /** The number of standard errors from which on a difference is not due to chance, as in measurement rule M18. */
    static final double STANDARD_ERRORS = 4;

    static final double LEVEL = 0.95;

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
    static @Nullable FigureChange betweenRuns(
            FigureValue first, FigureValue second, @Nullable Better better, boolean comparable) {
        FigureChange change = plain(first, second);
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
    static @Nullable FigureChange betweenSets(List<FigureValue> first, List<FigureValue> second, boolean tested) {
        FigureChange change = plain(FigureValue.mean(first), FigureValue.mean(second));
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
                : new FigureChange(
                        change.difference, change.share, test.interval(), test.pValue(), null, Result.NOT_TOLD);
    }

    private static @Nullable FigureChange plain(FigureValue first, FigureValue second) {
        Double one = first.value();
        Double other = second.value();
        if (one == null || other == null) {
            return null;
        }
        if (first.lowerBound() || second.lowerBound()) {
            return new FigureChange(null, null, null, null, null, Result.NOT_TOLD);
        }
        double by = other - one;
        double share = by == 0 ? 0 : by / Math.abs(one);
        return new FigureChange(
                Figures.rounded(by),
                Double.isInfinite(share) ? null : Double.valueOf(Figures.rounded(share)),
                null,
                null,
                null,
                Result.NOT_TOLD);
    }

    private FigureChange with(Result concluded) {
        return new FigureChange(difference, share, interval, pValue, adjustedPValue, concluded);
    }

    /** The same, with the result of its corrected test. */
    FigureChange corrected(double adjusted, @Nullable Better better) {
        return new FigureChange(
                difference,
                share,
                interval,
                pValue,
                adjusted,
                adjusted <= Comparison.FALSE_ALARMS
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
        return Arrays.stream(FigureValue.errors(values))
                .map(error -> error * error)
                .average()
                .orElse(0);
    }
}
