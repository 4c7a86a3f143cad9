// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.score;

import java.util.List;

/**
 * The published formula of the VMmark score. The application score is the sum over the tiles of the geometric means of
 * the workloads' ratios. The infrastructure score is the geometric mean of the infrastructure's ratios, which does not
 * grow with the tiles. The score is the weighted sum of both. A ratio is a rate divided by that of the reference. Pure
 * functions.
 */
public final class ScoreFormula {
    private ScoreFormula() {}

    /**
     * The geometric mean; 0 if a ratio is 0.
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
