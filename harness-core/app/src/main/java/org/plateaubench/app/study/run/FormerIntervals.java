// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.Intervals;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * Handles values that earlier versions stored in another way: intervals by Student's distribution of the values
 * themselves, and, for trials that all have the same value, intervals without width and a deviation that is only a
 * rounding error. Each method returns the newly computed value, or the stored one if an earlier version computed it
 * from the same values. Pure functions.
 */
public final class FormerIntervals {
    private static final double ROUNDING = 1e-12;
    private static final double PERCENT = 100;

    private FormerIntervals() {}

    public static TrialFigures figures(TrialFigures stored, TrialFigures computed) {
        if (computed.trials() < 2) {
            return computed;
        }
        if (computed.least() != computed.greatest()) {
            return isStudents(stored.interval(), computed) ? computed.with(stored.interval()) : computed;
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

    private static boolean isStudents(@Nullable ConfidenceInterval stored, TrialFigures computed) {
        Double deviation = computed.standardDeviation();
        return stored != null
                && deviation != null
                && isAlike(
                        stored,
                        Intervals.studentOfMean(computed.mean(), deviation, computed.trials(), TrialFigures.LEVEL));
    }

    /**
     * The interval of the values themselves, computed from that of their logarithm. If one of the values is 0, the new
     * interval is also that of the values themselves, but cut at 0: its half width follows from its upper end, and the
     * mean from the former interval.
     */
    private static ConfidenceInterval students(ConfidenceInterval logarithmic, ConfidenceInterval former) {
        if (logarithmic.lower() == 0) {
            return new ConfidenceInterval(former.lower(), logarithmic.upper(), logarithmic.level());
        }
        double mean = Math.sqrt(logarithmic.lower() * logarithmic.upper());
        double half = mean * Math.log(logarithmic.upper() / logarithmic.lower()) / 2;
        return new ConfidenceInterval(mean - half, mean + half, logarithmic.level());
    }

    private static boolean isAlike(ConfidenceInterval one, ConfidenceInterval other) {
        double rounding = ROUNDING * Math.max(Math.abs(other.lower()), Math.abs(other.upper()));
        return one.level() == other.level()
                && Math.abs(one.lower() - other.lower()) <= rounding
                && Math.abs(one.upper() - other.upper()) <= rounding;
    }

    /**
     * The interval of an earlier study, or the one that is computed now.
     *
     * @param value value of the interval, null when there is none
     */
    public static @Nullable ConfidenceInterval interval(
            @Nullable ConfidenceInterval stored, @Nullable ConfidenceInterval computed, @Nullable Double value) {
        return computed == null && stored != null && value != null && isPoint(stored, value) ? stored : computed;
    }

    public static @Nullable TrialScore score(@Nullable TrialScore stored, @Nullable TrialScore computed) {
        if (stored == null || computed == null || computed.trials() < 2) {
            return computed;
        }
        ConfidenceInterval former = stored.interval();
        ConfidenceInterval now = computed.interval();
        if (now != null) {
            return former != null && isAlike(former, students(now, former)) ? computed.with(former) : computed;
        }
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
