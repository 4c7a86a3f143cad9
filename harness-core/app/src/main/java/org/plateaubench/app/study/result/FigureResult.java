// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.run.Figure;
import org.plateaubench.app.study.run.FormerIntervals;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * A figure of a cell.
 *
 * @param workload workload
 * @param line operation, unit or series; empty for the whole workload
 * @param name what is counted
 * @param unit its unit
 * @param limit the limit on it, null for none
 * @param lowerBound whether the true mean is only known to be at least that
 * @param values its statistics over the trials
 * @param ofBaseline its ratio to the mean of the baseline, null where there is none
 * @param ofBaselineInterval interval of that ratio, null where too few trials show it
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

    /** The interval of its mean; of values that are only bounds none has a meaning. */
    @Nullable
    public ConfidenceInterval shownInterval() {
        return lowerBound ? null : values.interval();
    }

    /** Whether the interval that is shown of its mean says little. */
    public boolean isVague() {
        return shownInterval() != null && values.saysLittle();
    }

    /** Whether the interval that is shown of its ratio to a known baseline says little. */
    public boolean isVagueRatio() {
        ConfidenceInterval range = ofBaselineInterval;
        return !lowerBound && ofBaseline != null && range != null && range.saysLittleOf(ofBaseline);
    }

    /** The same figure, computed again; an interval of before is kept where it says the same. */
    FigureResult again(FigureResult computed) {
        return new FigureResult(
                computed.workload,
                computed.line,
                computed.name,
                computed.unit,
                computed.limit,
                computed.lowerBound,
                FormerIntervals.figures(values, computed.values),
                computed.ofBaseline,
                FormerIntervals.interval(ofBaselineInterval, computed.ofBaselineInterval, computed.ofBaseline));
    }
}
