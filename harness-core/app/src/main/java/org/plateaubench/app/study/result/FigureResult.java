// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.run.Figure;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * A figure of a cell.
 *
 * @param line operation, unit or series; empty for the whole workload
 * @param lowerBound whether the mean is only a lower bound of the true mean
 * @param ofBaseline its ratio to the mean of the baseline, null if there is none
 * @param ofBaselineInterval interval of that ratio, null if there are too few trials
 */
public record FigureResult(
        String workload,
        String line,
        String name,
        String unit,
        @Nullable Double limit,
        boolean lowerBound,
        TrialFigures values,
        @Nullable Double ofBaseline,
        @Nullable ConfidenceInterval ofBaselineInterval) {
    public Figure.Key key() {
        return new Figure.Key(workload, line, name, unit);
    }

    /** The interval of its mean; null for values that are only bounds, for which it would have no meaning. */
    @Nullable
    public ConfidenceInterval shownInterval() {
        return lowerBound ? null : values.interval();
    }

    /** Whether the displayed interval of its mean is too wide to be informative. */
    public boolean isVague() {
        return shownInterval() != null && values.isTooWide();
    }

    /** Whether the displayed interval of its ratio to a known baseline is too wide to be informative. */
    public boolean isVagueRatio() {
        ConfidenceInterval range = ofBaselineInterval;
        return !lowerBound && ofBaseline != null && range != null && range.isTooWideFor(ofBaseline);
    }
}
