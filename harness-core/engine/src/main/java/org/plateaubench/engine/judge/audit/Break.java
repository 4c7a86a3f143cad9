// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import org.jspecify.annotations.Nullable;

/**
 * The range of a series that differs most significantly from the rest: a level shift if it reaches an end of the
 * series, otherwise an outlying stretch. For each range the difference is estimated by generalised least squares, which
 * compares each block with the value expected from the previous block. This is done for three correlations of
 * neighbouring blocks: 0, 0.4 and a conservative estimate from the residuals on both sides of the break. The difference
 * counts as significant only if it is significant for each of them. At correlation 0 a single block cannot be
 * significant; at a high one a slow wave cannot. In addition, three quarters of the blocks of the range must be on its
 * side of the middle, so that a recurring change is not a break.
 *
 * @param difference mean of its blocks less the mean of the remaining blocks
 * @param outsideMean mean of the remaining blocks
 */
public record Break(int from, int to, double difference, double outsideMean) {
    private static final double[] CORRELATIONS = {0.4, 0};
    /** The number of standard errors by which the correlation of the noise may exceed its estimate. */
    private static final double CORRELATION_ERRORS = 4;

    private static final double MAJORITY = 0.75;
    private static final double LENGTH_FACTOR = 1.25;
    private static final int POSITIONS = 6;

    /**
     * Finds the most significant break, with the given chance of a false alarm; null if none is large and significant.
     *
     * @param assumedCorrelation correlation of neighbouring blocks unless the series shows another one
     */
    public static @Nullable Break of(SteadySeries series, double assumedCorrelation, double probability) {
        Search search = new Search(series, assumedCorrelation);
        search.threshold = threshold(series, Break::forEachShift, probability / 2);
        forEachShift(series, search::consider);
        search.threshold = threshold(series, Break::forEachRange, probability / 2);
        forEachRange(series, search::consider);
        return search.best;
    }

    private static double threshold(SteadySeries series, Candidates candidates, double probability) {
        int[] count = {0};
        candidates.each(series, (from, to) -> count[0]++);
        return count[0] == 0
                ? Double.POSITIVE_INFINITY
                : Significance.student(probability / count[0], series.values().length - 3.0);
    }

    @FunctionalInterface
    private interface Candidate {
        void consider(int from, int to);
    }

    @FunctionalInterface
    private interface Candidates {
        void each(SteadySeries series, Candidate candidate);
    }

    private static void forEachShift(SteadySeries series, Candidate candidate) {
        int n = series.values().length;
        int shortest = series.shortest();
        for (int at = shortest; at <= n - shortest; at++) {
            candidate.consider(at, n);
        }
    }

    private static void forEachRange(SteadySeries series, Candidate candidate) {
        int n = series.values().length;
        int shortest = series.shortest();
        if (series.kind() == SteadySeries.Kind.QUEUE) {
            // A burst of waiting arrivals is the purpose of a queue.
            return;
        }
        // A logarithmic series has few blocks, so every length and position is tried.
        double factor = series.isLogarithmic() ? 1 : LENGTH_FACTOR;
        int positions = series.isLogarithmic() ? n : POSITIONS;
        for (int length = shortest; length <= n / 2; length = Math.max(length + 1, (int) (length * factor))) {
            for (int from = 1; from + length < n; from += Math.max(1, length / positions)) {
                candidate.consider(from, from + length);
            }
        }
    }

    private static final class Search {
        private final SteadySeries series;
        private final double[] values;
        private final int n;
        private final double assumedCorrelation;
        private final double leastNoise;
        private double threshold;

        private final double[] sums;
        private final Whitened[] whitened = new Whitened[CORRELATIONS.length];
        private double highest;

        @Nullable
        private Break best;

        Search(SteadySeries series, double assumedCorrelation) {
            this.series = series;
            this.values = series.values();
            this.n = values.length;
            this.assumedCorrelation = assumedCorrelation;
            this.leastNoise = series.leastNoise();
            sums = new double[n + 1];
            for (int i = 0; i < n; i++) {
                sums[i + 1] = sums[i] + values[i];
            }
            for (int r = 0; r < CORRELATIONS.length; r++) {
                whitened[r] = Whitened.of(values, CORRELATIONS[r]);
            }
        }

        void consider(int from, int to) {
            double least = Double.POSITIVE_INFINITY;
            for (Whitened residuals : whitened) {
                least = Math.min(least, studentT(residuals, from, to));
                if (least <= Math.max(threshold, highest)) {
                    return;
                }
            }
            double inside = (sums[to] - sums[from]) / (to - from);
            double outside = (sums[n] - sums[to] + sums[from]) / (n - to + from);
            if (!series.isLarge(inside - outside, outside) || !hasMajority(from, to, inside, outside)) {
                return;
            }
            Whitened conservative = Whitened.of(values, conservativeCorrelation(from, to, inside, outside));
            least = Math.min(least, studentT(conservative, from, to));
            if (least > Math.max(threshold, highest)) {
                highest = least;
                best = new Break(from, to, inside - outside, outside);
            }
        }

        private double conservativeCorrelation(int from, int to, double inside, double outside) {
            double squares = 0;
            double products = 0;
            double before = 0;
            for (int i = 0; i < n; i++) {
                double residual = values[i] - (i >= from && i < to ? inside : outside);
                squares += residual * residual;
                products += residual * before;
                before = residual;
            }
            double measured = squares == 0 ? 0 : Math.max(0, products / squares);
            return Math.min(Math.max(assumedCorrelation, measured), measured + CORRELATION_ERRORS / Math.sqrt(n));
        }

        /** Student's t of the difference, for a correlation. The range begins after the first block. */
        private double studentT(Whitened residuals, int from, int to) {
            double rho = residuals.rho();
            int count = n - 1;
            int inner = to - from - 1;
            boolean hasEnd = to < n;
            double left = 1 - rho;
            double sumOfStep = 1 + left * inner - (hasEnd ? rho : 0);
            double squaresOfStep = 1 + left * left * inner + (hasEnd ? rho * rho : 0) - sumOfStep * sumOfStep / count;
            double product = values[from]
                    - rho * values[from - 1]
                    + (sums[to] - sums[from + 1] - rho * (sums[to - 1] - sums[from])) * left
                    - (hasEnd ? rho * (values[to] - rho * values[to - 1]) : 0)
                    - sumOfStep * residuals.mean();
            double residualVariance =
                    Math.max(0, residuals.squares() - product * product / squaresOfStep) / (count - 2);
            double variance = Math.max(residualVariance, leastNoise * leastNoise * (1 - rho * rho));
            return Math.abs(product) / Math.sqrt(squaresOfStep * variance);
        }

        private boolean hasMajority(int from, int to, double inside, double outside) {
            double middle = (inside + outside) / 2;
            int onItsSide = 0;
            for (int i = from; i < to; i++) {
                onItsSide += (values[i] > middle) == (inside > outside) ? 1 : 0;
            }
            return onItsSide >= MAJORITY * (to - from);
        }
    }

    /** The mean and the sum of squared deviations of each block less {@code rho} times the previous block. */
    private record Whitened(double rho, double mean, double squares) {
        static Whitened of(double[] values, double rho) {
            int count = values.length - 1;
            double mean = 0;
            for (int i = 1; i <= count; i++) {
                mean += (values[i] - rho * values[i - 1]) / count;
            }
            double squares = 0;
            for (int i = 1; i <= count; i++) {
                double deviation = values[i] - rho * values[i - 1] - mean;
                squares += deviation * deviation;
            }
            return new Whitened(rho, mean, squares);
        }
    }
}
