// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.random.RandomGenerator;

/**
 * Normal noise of which about every second series looks like a sure drift, and which is else as much like clean noise as it
 * can be. A drift is sure when {@code change^2 - ratio^2 noise^2} is positive: the density is that of clean noise times the
 * exponential of this difference, by the factor under which the greatest weight of an alarm is least.
 */
final class DriftingNoise {
    private static final int THIRDS = 60;

    private final int n;
    /** The lower triangle whose square is the inverse of the covariances. */
    private final double[][] root;

    /**
     * Finds the law.
     *
     * @param clean the law of clean noise
     * @param ratio the change over the noise from which on a drift is sure
     */
    DriftingNoise(NoiseLaw clean, int blocks, double ratio) {
        n = blocks;
        double near = 0;
        double far = 1;
        while (logDeterminant(root(clean, far, ratio)) > Double.NEGATIVE_INFINITY) {
            far *= 2;
        }
        for (int i = 0; i < THIRDS; i++) {
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

    /** The inverse of the covariances for a factor, as its root. */
    private double[][] root(NoiseLaw clean, double factor, double ratio) {
        double ofNoise = ratio * ratio / n;
        double squares = n * ((double) n * n - 1) / 12;
        double ofChange = ofNoise + (n - 1.0) * (n - 1) / squares;
        double[][] inverse = new double[n][];
        for (int i = 0; i < n; i++) {
            double[] one = new double[n];
            one[i] = 1;
            double[] row = clean.precise(one);
            for (int k = 0; k < n; k++) {
                double line = (i - (n - 1) / 2.0) * (k - (n - 1) / 2.0) / squares;
                row[k] += 2 * factor * (ofNoise * (one[k] - 1.0 / n) - ofChange * line);
            }
            inverse[i] = row;
        }
        return triangle(inverse);
    }

    /** After Cholesky, in place; not a number on the diagonal where the matrix is not positive. */
    private static double[][] triangle(double[][] of) {
        for (int i = 0; i < of.length; i++) {
            for (int k = 0; k <= i; k++) {
                double sum = of[i][k];
                for (int m = 0; m < k; m++) {
                    sum -= of[i][m] * of[k][m];
                }
                of[i][k] = i == k ? Math.sqrt(sum) : sum / of[k][k];
            }
        }
        return of;
    }

    private static double logDeterminant(double[][] root) {
        double sum = 0;
        for (int i = 0; i < root.length; i++) {
            sum += Math.log(root[i][i]);
        }
        return Double.isNaN(sum) ? Double.NEGATIVE_INFINITY : sum;
    }

    double[] noise(RandomGenerator random) {
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

    /** The logarithm of the density, but for what all laws of so many blocks have. */
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
