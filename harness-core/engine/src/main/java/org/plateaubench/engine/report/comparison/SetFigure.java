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
 * @param better direction that is better; null when it depends, or the plan determines the figure
 * @param first over the runs of the first set that count, null when none of them has it
 * @param second the same of the second set
 * @param lowerBound whether a value is only known to be at least that
 * @param difference mean of the second set less that of the first, null where either is missing
 * @param change the difference as a share of the first set's mean, null where that is 0
 * @param interval interval of the difference, null where it is not tested
 * @param pValue how often chance alone gives such a difference, null where it is not tested
 * @param adjustedPValue the same, corrected for the number of tests
 * @param result what the sets show
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
    /** What two sets show of a figure. */
    public enum Result {
        BETTER,
        WORSE,
        /** Greater, where that is neither better nor worse. */
        MORE,
        /** Less, where that is neither better nor worse. */
        LESS,
        NO_DIFFERENCE_SHOWN,
        /** Fewer than two values in a set, values that are only bounds, or sets that differ without any scatter. */
        NOT_TOLD;

        /** The result of a significant difference, by the direction that is better; null when neither direction is. */
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
