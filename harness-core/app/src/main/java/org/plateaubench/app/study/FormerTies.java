// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * What earlier versions stored of trials that all have the same value: intervals without a width, and a deviation that is
 * no more than rounding. Each method gives what was computed again, with what is stored in its place where both say the
 * same. Pure functions.
 */
final class FormerTies {
    private static final double ROUNDING = 1e-12;
    private static final double PERCENT = 100;

    private FormerTies() {}

    static TrialFigures figures(TrialFigures stored, TrialFigures computed) {
        if (computed.trials() < 2 || computed.least() != computed.greatest()) {
            return computed;
        }
        double rounding = ROUNDING * Math.abs(computed.mean());
        return new TrialFigures(
                computed.trials(),
                computed.mean(),
                computed.least(),
                computed.greatest(),
                nearZero(stored.standardDeviation(), computed.standardDeviation(), rounding),
                nearZero(stored.variationPercent(), computed.variationPercent(), PERCENT * ROUNDING),
                interval(stored.interval(), computed.interval(), computed.mean()),
                computed.isExcessive());
    }

    /** @param value what the interval is of, null when there is none */
    static @Nullable ConfidenceInterval interval(
            @Nullable ConfidenceInterval stored, @Nullable ConfidenceInterval computed, @Nullable Double value) {
        return computed == null && stored != null && value != null && isPoint(stored, value) ? stored : computed;
    }

    static @Nullable TrialScore score(@Nullable TrialScore stored, @Nullable TrialScore computed) {
        if (stored == null || computed == null || computed.trials() < 2 || computed.interval() != null) {
            return computed;
        }
        ConfidenceInterval former = stored.interval();
        Double value = computed.value() == null ? computed.struckValue() : computed.value();
        boolean isSame = former != null
                && value != null
                && isPoint(former, former.lower())
                && Figures.rounded(former.lower()) == value;
        return isSame ? computed.with(former) : computed;
    }

    private static boolean isPoint(ConfidenceInterval interval, double value) {
        return interval.level() == TrialFigures.LEVEL
                && Math.max(Math.abs(interval.lower() - value), Math.abs(interval.upper() - value))
                        <= ROUNDING * Math.abs(value);
    }

    private static @Nullable Double nearZero(@Nullable Double stored, @Nullable Double computed, double rounding) {
        return stored != null && computed != null && Math.abs(stored) <= rounding ? stored : computed;
    }
}
