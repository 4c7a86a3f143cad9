// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.event.EventResult.Effect;
import org.plateaubench.engine.judge.event.EventResult.Finding;
import org.plateaubench.engine.judge.figures.Estimate;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.CountedPart;
import org.plateaubench.engine.statistics.HolmCorrection;
import org.plateaubench.engine.statistics.PercentileShift;

/** A percentile inside and outside of events, and the finding of its comparison. Not thread-safe. */
final class ComparedFigure {
    private static final double LEVEL = 0.95;
    /** The greatest probability that any finding of all comparisons of a run is due to chance. */
    private static final double MOST_CHANCE = 0.05;

    private final String workload;
    private final String operation;
    private final String percentile;
    private final double share;
    private final long insideCount;
    private final long outsideCount;
    private final Estimate inside;
    private final Estimate outside;
    private @Nullable String why;
    private @Nullable PercentileShift shift;
    private double adjusted = 1;

    ComparedFigure(
            String workload,
            String operation,
            String percentile,
            double share,
            long insideCount,
            long outsideCount,
            Estimate inside,
            Estimate outside) {
        this.workload = workload;
        this.operation = operation;
        this.percentile = percentile;
        this.share = share;
        this.insideCount = insideCount;
        this.outsideCount = outsideCount;
        this.inside = inside;
        this.outside = outside;
        if (inside.lowerBound() || outside.lowerBound()) {
            why = "So many operations did not end in time that the percentile is only a lower bound.";
        } else if (inside.lowResolution() || outside.lowResolution()) {
            why = "Fewer than " + Estimate.NEEDED_BEYOND + " times lie beyond the percentile on one side.";
        }
    }

    double share() {
        return share;
    }

    boolean isComparable() {
        return why == null;
    }

    void compare(@Nullable CountedPart within, @Nullable CountedPart without, long seed) {
        if (within != null && without != null) {
            shift = PercentileShift.of(
                    share, (double) (inside.nanos() - outside.nanos()), within, without, LEVEL, seed);
            why = shift == null
                    ? "The events are too close together to separate their effect from that of everything"
                            + " else at that time."
                    : null;
        }
    }

    /** Corrects findings for chance, because many figures are compared. */
    static void correct(List<ComparedFigure> all) {
        List<ComparedFigure> compared =
                all.stream().filter(figure -> figure.shift != null).toList();
        double[] adjusted = HolmCorrection.adjusted(compared.stream()
                .mapToDouble(figure -> figure.shift == null ? 1 : figure.shift.probability())
                .toArray());
        for (int i = 0; i < adjusted.length; i++) {
            compared.get(i).adjusted = adjusted[i];
        }
    }

    Effect effect() {
        PercentileShift found = shift;
        ConfidenceInterval interval = found == null ? null : found.interval();
        return new Effect(
                workload,
                operation,
                percentile,
                insideCount,
                outsideCount,
                Figures.millis(inside.nanos()),
                Figures.millis(outside.nanos()),
                interval == null ? null : Double.valueOf(Figures.millis(inside.nanos() - outside.nanos())),
                interval == null ? null : Double.valueOf(Figures.millis(interval.lower())),
                interval == null ? null : Double.valueOf(Figures.millis(interval.upper())),
                interval == null ? null : Double.valueOf(interval.level()),
                finding(interval),
                why);
    }

    private Finding finding(@Nullable ConfidenceInterval interval) {
        if (interval == null) {
            return Finding.NOT_COMPARED;
        }
        if (adjusted >= MOST_CHANCE || (interval.lower() <= 0 && interval.upper() >= 0)) {
            return Finding.NO_DIFFERENCE_SHOWN;
        }
        return interval.lower() > 0 ? Finding.LONGER : Finding.SHORTER;
    }
}
