// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.score;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.SeriesInterval;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * The ratios of a score by slot of a stretch, from the stored intervals, and the interval of confidence that follows
 * from them.
 */
final class RatioSeries {
    static final double LEVEL = 0.95;
    private static final double SMALL = 1e-6;
    static final String METHOD = "circular block bootstrap of the stored intervals";

    private final ScoredRates rates;
    private final Window window;
    private final double[][] series;
    private final double slotNanos;

    RatioSeries(ScoredRates rates, Window window, long slotNanos) {
        this.rates = rates;
        this.window = window;
        long length = window.endNanos() - window.startNanos();
        int slots = Math.toIntExact(Math.max(1, Math.round((double) length / slotNanos)));
        this.slotNanos = (double) length / slots;
        this.series = new double[rates.all().size()][slots];
    }

    void add(List<StoredInterval> intervals, PlannedWorkload planned, Extent extent) {
        for (StoredInterval interval : intervals) {
            for (WorkloadInterval workload : interval.workloads()) {
                if (workload.tile() == planned.tile() && workload.workload().equals(planned.name())) {
                    workload.lines().stream()
                            .filter(line -> extent.holds(line.window()))
                            .forEach(line -> add(slot(interval), planned, line));
                }
            }
        }
    }

    /**
     * The slot of an interval. Operations that ended in a window belong to it, even if they were stored with the
     * following interval.
     */
    private int slot(StoredInterval interval) {
        double middle = interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2.0;
        return Math.clamp((long) ((middle - window.startNanos()) / slotNanos), 0, series[0].length - 1);
    }

    private void add(int slot, PlannedWorkload planned, LineInterval line) {
        List<ScoredRates.Rate> all = rates.all();
        for (int i = 0; i < all.size(); i++) {
            ScoredRates.Rate rate = all.get(i);
            boolean isItsTile = rate.tile() == 0 || rate.tile() == planned.tile();
            if (isItsTile && rate.workload().equals(planned.name()) && isCounted(rate, line)) {
                double seconds = Figures.seconds(Math.round(slotNanos));
                series[i][slot] += line.counts().okEnds() / seconds * rate.perSeconds() / rate.reference();
            }
        }
    }

    private static boolean isCounted(ScoredRates.Rate rate, LineInterval line) {
        return rate.line().equals(MetricDefinition.ALL_OPERATIONS)
                ? line.kind() == LineInterval.Kind.OPERATION
                : rate.line().equals(line.line());
    }

    /** The interval of confidence of the score; null for a stretch with too few slots. */
    ScoreResult.@Nullable Interval interval(long seed) {
        if (series[0].length < SeriesInterval.FEWEST_VALUES) {
            return null;
        }
        ConfidenceInterval interval = SeriesInterval.of(series, together(), rates::total, LEVEL, seed);
        return new ScoreResult.Interval(
                Figures.rounded(interval.lower()), Figures.rounded(interval.upper()), LEVEL, METHOD);
    }

    /** The score by slot to first order: the sum of the ratios, each weighted by the derivative of the score. */
    private double[] together() {
        double[] ratios = rates.ratios();
        double total = rates.total(ratios);
        double[] sum = new double[series[0].length];
        for (int i = 0; i < ratios.length; i++) {
            double step = Math.max(ratios[i], Double.MIN_NORMAL) * SMALL;
            double[] moved = ratios.clone();
            moved[i] += step;
            double slope = (rates.total(moved) - total) / step;
            for (int slot = 0; Double.isFinite(slope) && slot < sum.length; slot++) {
                sum[slot] += slope * series[i][slot];
            }
        }
        return sum;
    }
}
