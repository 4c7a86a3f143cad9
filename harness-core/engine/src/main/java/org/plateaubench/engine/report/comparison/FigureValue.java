// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.HarnessLag;
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
 * @param trials the values of several runs, null for one
 * @param against the change from the first set; null in the first set, or if either value is missing
 */
public record FigureValue(
        @Nullable Double value,
        boolean lowerBound,
        boolean lowResolution,
        @Nullable Double harnessShare,
        @Nullable Double standardError,
        @Nullable TrialFigures trials,
        @Nullable FigureChange against) {
    static FigureValue of(@Nullable Double value) {
        return of(value, false, false, null);
    }

    static FigureValue of(
            @Nullable Double value, boolean lowerBound, boolean lowResolution, @Nullable Double standardError) {
        return new FigureValue(rounded(value), lowerBound, lowResolution, null, rounded(standardError), null, null);
    }

    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null ? null : Double.valueOf(Figures.rounded(value));
    }

    FigureValue withShare(@Nullable Double share) {
        return new FigureValue(value, lowerBound, lowResolution, rounded(share), standardError, trials, against);
    }

    FigureValue with(@Nullable FigureChange change) {
        return new FigureValue(value, lowerBound, lowResolution, harnessShare, standardError, trials, change);
    }

    /** The figure of a set of runs that have it. */
    static FigureValue mean(List<FigureValue> runs) {
        if (runs.size() < 2) {
            return runs.isEmpty() ? of(null) : runs.getFirst();
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
}
