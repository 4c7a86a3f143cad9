// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.score;

import java.util.List;

/**
 * The formula of a score as VMmark publishes it: in each tile the geometric mean of the workloads' ratios, the sum of that over the
 * tiles, and for a part of the score the geometric mean of the infrastructure's ratios, which does not grow with the tiles. A
 * ratio is a rate over that of the reference. Pure functions.
 */
public final class ScoreFormula {
    private ScoreFormula() {}

    /**
     * The geometric mean; 0 when a ratio is.
     *
     * @param ratios at least one, each at least 0
     */
    public static double geometricMean(List<Double> ratios) {
        double logarithms = 0;
        for (double ratio : ratios) {
            logarithms += Math.log(ratio);
        }
        return Math.exp(logarithms / ratios.size());
    }

    /**
     * The score of the application.
     *
     * @param tiles the ratios of each tile's workloads
     */
    public static double application(List<List<Double>> tiles) {
        return tiles.stream().mapToDouble(ScoreFormula::geometricMean).sum();
    }

    /**
     * The whole score.
     *
     * @param application score of the application
     * @param applicationWeight its weight, above 0
     * @param infrastructure score of the infrastructure
     * @param infrastructureWeight its weight, above 0
     */
    public static double weighted(
            double application, double applicationWeight, double infrastructure, double infrastructureWeight) {
        return applicationWeight * application + infrastructureWeight * infrastructure;
    }
}
