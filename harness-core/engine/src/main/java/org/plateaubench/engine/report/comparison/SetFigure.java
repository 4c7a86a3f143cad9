// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.report.comparison.ComparedFigure.Better;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * One figure of a workload over all tiles, in two sets of runs.
 *
 * @param workload the workload
 * @param line operation, unit or series; {@link ComparedLine#ALL} of that kind for all operations and the metric
 * @param kind kind of the line
 * @param name name, as in {@code plateau.comparison/1}
 * @param unit its unit
 * @param better direction that is better; null when neither always is, or the plan determines the figure
 * @param first values of the runs of the first set that count, null when none of them has the figure
 * @param second the same for the second set
 * @param lowerBound whether a value is only a lower bound
 * @param difference mean of the second set minus that of the first, null if either is missing
 * @param change difference as a share of the first set's mean, null if that mean is 0
 * @param interval interval of confidence of the difference, null if it is not tested
 * @param pValue probability that chance alone gives such a difference, null if it is not tested
 * @param adjustedPValue the same, corrected for the number of tests
 * @param result result of the comparison
 */
public record SetFigure(
        String workload,
        String line,
        String kind,
        String name,
        String unit,
        @Nullable Better better,
        @Nullable TrialFigures first,
        @Nullable TrialFigures second,
        boolean lowerBound,
        @Nullable Double difference,
        @Nullable Double change,
        @Nullable ConfidenceInterval interval,
        @Nullable Double pValue,
        @Nullable Double adjustedPValue,
        Result result) {
    public enum Result {
        BETTER,
        WORSE,
        /** The figure is greater, which is neither better nor worse. */
        MORE,
        /** The figure is smaller, which is neither better nor worse. */
        LESS,
        NO_DIFFERENCE_SHOWN,
        /**
         * The result is unknown: a set has fewer than two values, values are only bounds, or the sets differ without
         * any scatter.
         */
        NOT_TOLD;

        /**
         * The result of a significant difference.
         *
         * @param better direction that is better; null if neither is
         */
        public static Result of(@Nullable Better better, boolean isMore) {
            return better == null ? isMore ? MORE : LESS : isMore == (better == Better.HIGHER) ? BETTER : WORSE;
        }
    }

    /** The same, with the result of its corrected test. */
    SetFigure concluded(double adjusted, double level) {
        return new SetFigure(
                workload,
                line,
                kind,
                name,
                unit,
                better,
                first,
                second,
                lowerBound,
                difference,
                change,
                interval,
                pValue,
                adjusted,
                adjusted <= level ? shown() : Result.NO_DIFFERENCE_SHOWN);
    }

    private Result shown() {
        return Result.of(better, difference != null && difference > 0);
    }
}
