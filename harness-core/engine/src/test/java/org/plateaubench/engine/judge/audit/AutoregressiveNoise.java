// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.random.RandomGenerator;

/**
 * Stationary normal noise in which each block depends on the one before: an autoregressive process of order 1.
 *
 * @param correlation correlation of neighbouring blocks
 * @param innovation standard deviation of the innovations, the part of a block that the previous one does not predict
 */
record AutoregressiveNoise(double correlation, double innovation) {
    /** Noise of standard deviation 1. */
    static AutoregressiveNoise standard(double correlation) {
        return new AutoregressiveNoise(correlation, Math.sqrt(1 - correlation * correlation));
    }

    double[] sample(RandomGenerator random, int blocks) {
        double[] noise = new double[blocks];
        double value = innovation / Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        for (int i = 0; i < blocks; i++) {
            noise[i] = value;
            value = correlation * value + innovation * random.nextGaussian();
        }
        return noise;
    }

    /** The product of the precision matrix, the inverse of the covariance matrix, with the values. */
    double[] timesPrecision(double[] values) {
        int last = values.length - 1;
        double[] product = new double[last + 1];
        for (int i = 0; i <= last; i++) {
            double own = i == 0 || i == last ? 1 : 1 + correlation * correlation;
            double neighbours = (i == 0 ? 0 : values[i - 1]) + (i == last ? 0 : values[i + 1]);
            product[i] = (own * values[i] - correlation * neighbours) / (innovation * innovation);
        }
        return product;
    }

    /** The log density of blocks at a squared distance from the mean, up to a constant shared by all noise models. */
    double logDensity(int blocks, double squaredDistance) {
        return Math.log(1 - correlation * correlation) / 2 - blocks * Math.log(innovation) - squaredDistance / 2;
    }
}
