// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

/**
 * The straight line through the blocks of a series, and its significance. The criterion is the change from first to
 * last over the standard deviation about the line. Its distribution is computed for noise whose neighbouring blocks
 * have a given correlation: the variance of the slope and the mean of the variance about the line exactly, and the
 * variation of the latter by degrees of freedom (fitted to simulation, {@code verification/steadiness}).
 *
 * @param change change of the line from the first block to the last
 * @param noise standard deviation of the blocks about the line
 * @param correlation correlation of neighbouring blocks, corrected for the removed line
 */
public record Drift(double change, double noise, double correlation) {
    private static final int CORRECTIONS = 8;
    private static final double MAX_CORRELATED = 0.97;

    /** The line through the values; for times, the arithmetic or geometric line, whichever fits the blocks better. */
    public static Drift of(SteadySeries series) {
        Drift bySteps = of(series, series.values());
        if (series.kind() != SteadySeries.Kind.P95) {
            return bySteps;
        }
        Drift byFactors = of(series, series.proportional());
        return Math.abs(byFactors.change) / byFactors.noise > Math.abs(bySteps.change) / bySteps.noise
                ? byFactors
                : bySteps;
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
            double rest = values[i] - mean - slope * (i - middle);
            squares += rest * rest;
            products += rest * before;
            before = rest;
        }
        double noise = Math.max(Math.sqrt(squares / n), series.leastNoise());
        return new Drift(slope * (n - 1), noise, squares == 0 ? 0 : corrected(products / squares, n));
    }

    public boolean isSure(int blocks, double correlated, double probability) {
        return Math.abs(change) > seen(blocks, correlated, probability);
    }

    public double seen(int blocks, double correlated, double probability) {
        return noise * ratio(blocks, correlated, probability);
    }

    public static double ratio(int n, double correlated, double probability) {
        double rho = Math.clamp(correlated, 0, MAX_CORRELATED);
        double degrees = (n - 2) * (1 - rho * rho) / (1 + rho * rho) + 3 * rho;
        double fitted = degrees * (1 + Math.pow(rho, 3));
        double ofChange = Math.sqrt(slopeVariance(n, rho)) * (n - 1);
        return Significance.student(probability, fitted) * ofChange / Math.sqrt(left(n, rho));
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
    private static double left(int n, double rho) {
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

    /** Corrects the measured correlation: after the removal of a line, slow noise appears faster than it is. */
    private static double corrected(double measured, int n) {
        double rho = measured;
        for (int i = 0; i < CORRECTIONS; i++) {
            rho = 1 - (1 - measured) * left(n, Math.clamp(rho, 0, MAX_CORRELATED));
        }
        return Math.min(MAX_CORRELATED, rho);
    }
}
