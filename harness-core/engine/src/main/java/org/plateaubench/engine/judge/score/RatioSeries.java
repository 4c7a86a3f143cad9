// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.score;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.SeriesInterval;
import org.plateaubench.engine.store.StoredInterval;
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
    /** The indexes of the rates of each workload. */
    private final Map<String, List<Integer>> byWorkload = new HashMap<>();

    RatioSeries(ScoredRates rates, Window window, long slotNanos) {
        this.rates = rates;
        this.window = window;
        long length = window.endNanos() - window.startNanos();
        int slots = Math.toIntExact(Math.max(1, Math.round((double) length / slotNanos)));
        this.slotNanos = (double) length / slots;
        this.series = new double[rates.all().size()][slots];
        for (int rate = 0; rate < series.length; rate++) {
            byWorkload
                    .computeIfAbsent(rates.all().get(rate).workload(), name -> new ArrayList<>())
                    .add(rate);
        }
    }

    boolean isLong() {
        return series[0].length >= SeriesInterval.FEWEST_VALUES;
    }

    /** Adds a workload's part of an interval; a workload is added by one thread at a time. */
    void add(StoredInterval interval, WorkloadInterval workload, Extent extent) {
        int slot = slot(interval);
        for (int rate : byWorkload.getOrDefault(workload.workload(), List.of())) {
            ScoredRates.Rate counted = rates.all().get(rate);
            if (counted.tile() == 0 || counted.tile() == workload.tile()) {
                for (LineInterval line : workload.lines()) {
                    if (extent.holds(line.window()) && isCounted(counted, line)) {
                        series[rate][slot] += line.counts().okEnds()
                                / Figures.seconds(Math.round(slotNanos))
                                * counted.perSeconds()
                                / counted.reference();
                    }
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

    private static boolean isCounted(ScoredRates.Rate rate, LineInterval line) {
        return rate.line().equals(MetricDefinition.ALL_OPERATIONS)
                ? line.kind() == LineInterval.Kind.OPERATION
                : rate.line().equals(line.line());
    }

    ScoreResult.Interval interval(long seed) {
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
