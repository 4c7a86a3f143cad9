// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.HarnessLag;

/**
 * A figure in one run, with its difference to the first run.
 *
 * @param value the figure, null when there is none
 * @param lowerBound whether the value is only a lower bound of the true value
 * @param lowResolution whether fewer than ten samples exceed it
 * @param harnessShare the harness's own lag as a share of it, 0 for none; null if it is unknown or the figure is not a
 *     time
 * @param standardError standard error by chance within the run, from the means of equal blocks of the steady window;
 *     null if it cannot be computed
 * @param difference value minus that of the first run; null in the first run, or if either value is missing or a bound
 * @param change difference as a share of the first run's value, 1 for twice as much; null if that value is 0
 * @param evidence whether the runs can distinguish the difference from chance; null in the first run, or if either
 *     value is missing
 */
public record FigureValue(
        @Nullable Double value,
        boolean lowerBound,
        boolean lowResolution,
        @Nullable Double harnessShare,
        @Nullable Double standardError,
        @Nullable Double difference,
        @Nullable Double change,
        @Nullable Evidence evidence) {
    /** The number of standard errors from which on a difference is not due to chance, as in measurement rule M18. */
    public static final double STANDARD_ERRORS = 4;

    static FigureValue of(@Nullable Double value) {
        return of(value, false, false, null);
    }

    static FigureValue of(
            @Nullable Double value, boolean lowerBound, boolean lowResolution, @Nullable Double standardError) {
        return new FigureValue(value, lowerBound, lowResolution, null, standardError, null, null, null);
    }

    FigureValue withShare(@Nullable Double share) {
        return new FigureValue(value, lowerBound, lowResolution, share, standardError, difference, change, evidence);
    }

    /** Whether it is limited by the harness (measurement rule M24). */
    public boolean isLimited() {
        return harnessShare != null && harnessShare > HarnessLag.LIMITED;
    }

    FigureValue against(FigureValue first, boolean comparable) {
        if (value == null || first.value == null) {
            return this;
        }
        if (lowerBound || first.lowerBound) {
            return with(null, null, Evidence.NOT_TOLD);
        }
        double by = value - first.value;
        Double share = first.value == 0 ? null : Double.valueOf(by / Math.abs(first.value));
        if (!comparable) {
            return with(by, share, Evidence.NOT_TOLD);
        }
        if (by == 0) {
            return with(by, share == null ? Double.valueOf(0) : share, Evidence.EQUAL);
        }
        if (standardError == null || first.standardError == null) {
            return with(by, share, Evidence.NOT_TOLD);
        }
        double reach = STANDARD_ERRORS * Math.hypot(standardError, first.standardError);
        return with(by, share, Math.abs(by) > reach ? Evidence.BEYOND_SPREAD : Evidence.WITHIN_SPREAD);
    }

    private FigureValue with(@Nullable Double by, @Nullable Double share, Evidence evidence) {
        return new FigureValue(value, lowerBound, lowResolution, harnessShare, standardError, by, share, evidence);
    }

    /** A value in documents, which is rounded and has derived values. */
    record Row(
            @Nullable Double value,
            boolean lowerBound,
            boolean lowResolution,
            @Nullable Double harnessShare,
            boolean limitedByHarness,
            @Nullable Double standardError,
            @Nullable Double difference,
            @Nullable Double change,
            @Nullable Evidence evidence) {}

    @JsonValue
    Row row() {
        return new Row(
                rounded(value),
                lowerBound,
                lowResolution,
                rounded(harnessShare),
                isLimited(),
                rounded(standardError),
                rounded(difference),
                rounded(change),
                evidence);
    }

    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null ? null : Double.valueOf(Figures.rounded(value));
    }
}
