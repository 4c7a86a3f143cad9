// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.random.RandomGenerator;

/**
 * Normal noise in which about half of the series show a significant drift, and which is otherwise as similar to clean
 * noise as possible. A drift is significant when {@code change^2 - ratio^2 noise^2} is positive. The density is that of
 * clean noise times the exponential of a factor times this difference; the factor minimises the greatest weight of an
 * alarm.
 */
final class DriftingNoise {
    /** Iterations of the ternary search. */
    private static final int ITERATIONS = 60;

    private final int n;
    /** The Cholesky factor of the inverse of the covariance matrix. */
    private final double[][] root;

    /**
     * Finds the factor.
     *
     * @param clean model of clean noise
     * @param ratio ratio of the change to the noise above which a drift is significant
     */
    DriftingNoise(AutoregressiveNoise clean, int blocks, double ratio) {
        n = blocks;
        double near = 0;
        double far = 1;
        while (logDeterminant(root(clean, far, ratio)) > Double.NEGATIVE_INFINITY) {
            far *= 2;
        }
        for (int i = 0; i < ITERATIONS; i++) {
            double left = near + (far - near) / 3;
            double right = far - (far - near) / 3;
            if (logDeterminant(root(clean, left, ratio)) < logDeterminant(root(clean, right, ratio))) {
                near = left;
            } else {
                far = right;
            }
        }
        root = root(clean, near, ratio);
    }

    /** The Cholesky factor of the inverse of the covariance matrix for a factor of the exponent. */
    private double[][] root(AutoregressiveNoise clean, double factor, double ratio) {
        double ofNoise = ratio * ratio / n;
        double squares = n * ((double) n * n - 1) / 12;
        double ofChange = ofNoise + (n - 1.0) * (n - 1) / squares;
        double[][] inverse = new double[n][];
        for (int i = 0; i < n; i++) {
            double[] unit = new double[n];
            unit[i] = 1;
            double[] row = clean.timesPrecision(unit);
            for (int k = 0; k < n; k++) {
                double line = (i - (n - 1) / 2.0) * (k - (n - 1) / 2.0) / squares;
                row[k] += 2 * factor * (ofNoise * (unit[k] - 1.0 / n) - ofChange * line);
            }
            inverse[i] = row;
        }
        return cholesky(inverse);
    }

    /** Cholesky decomposition, in place; NaN on the diagonal if the matrix is not positive definite. */
    private static double[][] cholesky(double[][] matrix) {
        for (int i = 0; i < matrix.length; i++) {
            for (int k = 0; k <= i; k++) {
                double sum = matrix[i][k];
                for (int m = 0; m < k; m++) {
                    sum -= matrix[i][m] * matrix[k][m];
                }
                matrix[i][k] = i == k ? Math.sqrt(sum) : sum / matrix[k][k];
            }
        }
        return matrix;
    }

    private static double logDeterminant(double[][] root) {
        double sum = 0;
        for (int i = 0; i < root.length; i++) {
            sum += Math.log(root[i][i]);
        }
        return Double.isNaN(sum) ? Double.NEGATIVE_INFINITY : sum;
    }

    double[] sample(RandomGenerator random) {
        double[] noise = new double[n];
        for (int i = n - 1; i >= 0; i--) {
            double sum = random.nextGaussian();
            for (int k = i + 1; k < n; k++) {
                sum -= root[k][i] * noise[k];
            }
            noise[i] = sum / root[i][i];
        }
        return noise;
    }

    /** The logarithm of the density, without the constant that all models share. */
    double logDensity(double[] noise) {
        double squares = 0;
        for (int k = 0; k < n; k++) {
            double sum = 0;
            for (int i = k; i < n; i++) {
                sum += root[i][k] * noise[i];
            }
            squares += sum * sum;
        }
        return logDeterminant(root) - squares / 2;
    }
}
