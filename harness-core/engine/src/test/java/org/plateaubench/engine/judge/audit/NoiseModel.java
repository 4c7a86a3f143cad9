// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.random.RandomGenerator;

/**
 * A stationary first-order autoregressive process with normal noise.
 *
 * @param correlation correlation of neighbouring blocks
 * @param innovation standard deviation of the innovations
 */
record NoiseModel(double correlation, double innovation) {
    /** A process with standard deviation 1. */
    static NoiseModel standard(double correlation) {
        return new NoiseModel(correlation, Math.sqrt(1 - correlation * correlation));
    }

    double[] sample(RandomGenerator random, int blocks) {
        double[] sample = new double[blocks];
        double deviation = innovation / Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        for (int i = 0; i < blocks; i++) {
            sample[i] = deviation;
            deviation = correlation * deviation + innovation * random.nextGaussian();
        }
        return sample;
    }

    /** Multiplies the inverse of the covariance matrix by a vector. */
    double[] timesPrecision(double[] values) {
        int last = values.length - 1;
        double[] product = new double[last + 1];
        for (int i = 0; i <= last; i++) {
            double diagonal = i == 0 || i == last ? 1 : 1 + correlation * correlation;
            double neighbours = (i == 0 ? 0 : values[i - 1]) + (i == last ? 0 : values[i + 1]);
            product[i] = (diagonal * values[i] - correlation * neighbours) / (innovation * innovation);
        }
        return product;
    }

    /**
     * The logarithm of the density, without the constant that all models share.
     *
     * @param squaredDistance squared Mahalanobis distance from the mean
     */
    double logDensity(int blocks, double squaredDistance) {
        return Math.log(1 - correlation * correlation) / 2 - blocks * Math.log(innovation) - squaredDistance / 2;
    }
}
