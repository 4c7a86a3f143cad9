// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a series that is both significant and large (measurement rule M21).
 *
 * @param from first block of the other level; 0 for a drift
 * @param level level before a shift, or around an outlying stretch; the median for a drift
 */
public record Change(SteadySeries series, Form form, int from, int to, double amount, double level) {
    public enum Form {
        DRIFT,
        SHIFT,
        OUTLYING_STRETCH
    }

    /** The share of a series' permitted false alarms that drifts may raise. */
    private static final double DRIFT_ALARM_SHARE = 0.65;
    /** The shares sum to less than 1: a margin, since the distributions of shifts and outlying stretches are fitted. */
    private static final double BREAK_ALARM_SHARE = 0.15;
    /** The assumed correlation of neighbouring blocks if there are too few series to estimate it. */
    private static final double ASSUMED_CORRELATION = 0.8;
    /** Minimum number of series for estimating the noise of the run from all of them. */
    private static final int MIN_SERIES = 8;

    private static final int MIN_BLOCKS = 24;

    private static final double SEVERE_RATE = 0.5;
    private static final double SEVERE_P95 = 4;
    private static final double MARGIN = 0.03;
    private static final double STANDARD_ERRORS = 2;

    /**
     * The significance level for the series of one run.
     *
     * @param assumedCorrelation smallest assumed correlation of neighbouring blocks
     * @param falseAlarmProbability probability of a false alarm for a series of weight 1
     */
    public record SignificanceLevel(double assumedCorrelation, double falseAlarmProbability) {
        public double driftProbability(SteadySeries series) {
            return DRIFT_ALARM_SHARE * falseAlarmProbability * series.kind().weight();
        }

        double breakProbability(SteadySeries series) {
            return BREAK_ALARM_SHARE * falseAlarmProbability * series.kind().weight();
        }
    }

    public static SignificanceLevel significanceLevel(List<SteadySeries> tested) {
        double weights =
                tested.stream().mapToDouble(series -> series.kind().weight()).sum();
        return new SignificanceLevel(assumedCorrelation(tested), Significance.FALSE_ALARMS / Math.max(1, weights));
    }

    /** The mean estimate plus twice its error and twice the spread of the series; if these are few, a fixed value. */
    private static double assumedCorrelation(List<SteadySeries> tested) {
        List<Drift> informative = new ArrayList<>();
        double error = 0;
        for (SteadySeries series : tested) {
            int n = series.values().length;
            if (n >= MIN_BLOCKS) {
                informative.add(Drift.of(series));
                error += 1.0 / n;
            }
        }
        int count = informative.size();
        if (count < MIN_SERIES) {
            return ASSUMED_CORRELATION;
        }
        double mean =
                informative.stream().mapToDouble(Drift::correlation).average().orElse(ASSUMED_CORRELATION);
        double variance = informative.stream()
                        .mapToDouble(drift -> (drift.correlation() - mean) * (drift.correlation() - mean))
                        .sum()
                / (count - 1);
        double explained = error / count * Math.max(0.2, 1 - mean * mean);
        double spread = Math.sqrt(Math.max(0, variance - 2 * explained));
        return Math.max(0, mean + STANDARD_ERRORS * (Math.sqrt(variance / count) + spread) + MARGIN);
    }

    public static @Nullable Change of(SteadySeries series, SignificanceLevel significance) {
        int n = series.values().length;
        Break found = Break.of(series, significance.assumedCorrelation(), significance.breakProbability(series));
        if (found != null) {
            return new Change(
                    series,
                    found.to() == n ? Form.SHIFT : Form.OUTLYING_STRETCH,
                    found.from(),
                    found.to(),
                    found.difference(),
                    found.outsideMean());
        }
        Drift drift = Drift.of(series);
        boolean isSignificant = drift.isSignificant(
                n, assumedCorrelation(drift, n, significance), significance.driftProbability(series));
        return isSignificant && series.isLarge(drift.change())
                ? new Change(series, Form.DRIFT, 0, n, drift.change(), series.median())
                : null;
    }

    /** The smallest correlation to assume for a series, which may have slower noise than the rest. */
    public static double assumedCorrelation(Drift drift, int n, SignificanceLevel significance) {
        return n < MIN_BLOCKS
                ? Math.max(ASSUMED_CORRELATION, significance.assumedCorrelation())
                : Math.max(significance.assumedCorrelation(), drift.correlation() - STANDARD_ERRORS / Math.sqrt(n));
    }

    public double percent() {
        return SteadySeries.percent(amount, level);
    }

    /** Whether a drift has made the rate less than half of what it was, or the 95th percentile more than four times. */
    public boolean isSevere() {
        double before = level - amount / 2;
        double after = level + amount / 2;
        return form == Form.DRIFT
                && ((series.kind() == SteadySeries.Kind.RATE && after < SEVERE_RATE * before)
                        || (series.kind() == SteadySeries.Kind.P95 && after > SEVERE_P95 * Math.max(0, before)));
    }

    /**
     * The straight line through the blocks of a series, and its significance. The criterion is the change from first to
     * last over the standard deviation about the line. Its distribution is computed for noise whose neighbouring blocks
     * have a given correlation. The variance of the slope and the mean of the variance about the line are exact; the
     * variation of that variance is expressed by degrees of freedom, which are fitted to simulation ({@code
     * verification/steadiness}).
     *
     * @param noise standard deviation of the blocks about the line
     * @param correlation correlation of neighbouring blocks, corrected for the removed line
     */
    public record Drift(double change, double noise, double correlation) {
        private static final int CORRECTIONS = 8;
        private static final double MAX_CORRELATION = 0.97;

        /** The line through the values; for times, the linear or geometric line, whichever fits the blocks better. */
        public static Drift of(SteadySeries series) {
            Drift linear = of(series, series.values());
            if (series.kind() != SteadySeries.Kind.P95) {
                return linear;
            }
            Drift geometric = of(series, series.proportional());
            return Math.abs(geometric.change) / geometric.noise > Math.abs(linear.change) / linear.noise
                    ? geometric
                    : linear;
        }

        private static Drift of(SteadySeries series, double[] values) {
            int n = values.length;
            double middle = (n - 1) / 2.0;
            double mean = 0;
            double slope = 0;
            for (int i = 0; i < n; i++) {
                mean += values[i] / n;
                slope += values[i] * (i - middle) / squares(n);
            }
            double squares = 0;
            double products = 0;
            double before = 0;
            for (int i = 0; i < n; i++) {
                double residual = values[i] - mean - slope * (i - middle);
                squares += residual * residual;
                products += residual * before;
                before = residual;
            }
            double noise = Math.max(Math.sqrt(squares / n), series.leastNoise());
            return new Drift(slope * (n - 1), noise, squares == 0 ? 0 : corrected(products / squares, n));
        }

        public boolean isSignificant(int blocks, double assumedCorrelation, double probability) {
            return Math.abs(change) > detectable(blocks, assumedCorrelation, probability);
        }

        public double detectable(int blocks, double assumedCorrelation, double probability) {
            return noise * ratio(blocks, assumedCorrelation, probability);
        }

        public static double ratio(int n, double assumedCorrelation, double probability) {
            double rho = Math.clamp(assumedCorrelation, 0, MAX_CORRELATION);
            double degrees = (n - 2) * (1 - rho * rho) / (1 + rho * rho) + 3 * rho;
            double fitted = degrees * (1 + Math.pow(rho, 3));
            double ofChange = Math.sqrt(slopeVariance(n, rho)) * (n - 1);
            return Significance.student(probability, fitted) * ofChange / Math.sqrt(remainingShare(n, rho));
        }

        /** The variance of the slope, for blocks of variance 1. */
        private static double slopeVariance(int n, double rho) {
            double middle = (n - 1) / 2.0;
            double sum = 0;
            double carried = 0;
            for (int i = 0; i < n; i++) {
                double at = i - middle;
                carried = at + rho * carried;
                sum += at * (2 * carried - at);
            }
            return sum / squares(n) / squares(n);
        }

        /** The share of the variance that remains after a line is removed. */
        private static double remainingShare(int n, double rho) {
            double ofMean = 0;
            double carried = 0;
            for (int i = 0; i < n; i++) {
                carried = 1 + rho * carried;
                ofMean += (2 * carried - 1) / n;
            }
            return 1 - (ofMean + slopeVariance(n, rho) * squares(n)) / n;
        }

        private static double squares(int n) {
            return n * ((double) n * n - 1) / 12;
        }

        /** Corrects the measured correlation: removing a line lowers the measured autocorrelation. */
        private static double corrected(double measured, int n) {
            double rho = measured;
            for (int i = 0; i < CORRECTIONS; i++) {
                rho = 1 - (1 - measured) * remainingShare(n, Math.clamp(rho, 0, MAX_CORRELATION));
            }
            return Math.min(MAX_CORRELATION, rho);
        }
    }
}
