// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * A lag of the harness over the steady window.
 *
 * @param sum exact sums
 * @param histogram the same lags
 */
public record LagFigures(TimesSum sum, Histogram histogram) {
    public RankedTimes times() {
        return sum.ranked(histogram, 0, 0);
    }

    public static LagFigures merge(List<LagFigures> parts) {
        TimesSum sum = new TimesSum();
        List<Histogram> histograms = new ArrayList<>();
        for (LagFigures part : parts) {
            sum.add(part.sum);
            histograms.add(part.histogram);
        }
        return new LagFigures(sum, LineFigures.merged(histograms));
    }
}
