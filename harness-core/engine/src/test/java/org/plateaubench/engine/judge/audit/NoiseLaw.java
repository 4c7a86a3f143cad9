// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.random.RandomGenerator;

/**
 * Stationary normal noise in which each block depends on the one before.
 *
 * @param correlation correlation of neighbouring blocks
 * @param innovation standard deviation of what each block adds to what the one before leads to expect
 */
record NoiseLaw(double correlation, double innovation) {
    /** Of standard deviation 1. */
    static NoiseLaw standard(double correlation) {
        return new NoiseLaw(correlation, Math.sqrt(1 - correlation * correlation));
    }

    double[] noise(RandomGenerator random, int blocks) {
        double[] noise = new double[blocks];
        double off = innovation / Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        for (int i = 0; i < blocks; i++) {
            noise[i] = off;
            off = correlation * off + innovation * random.nextGaussian();
        }
        return noise;
    }

    /** The values times the inverse of the covariances. */
    double[] precise(double[] values) {
        int last = values.length - 1;
        double[] precise = new double[last + 1];
        for (int i = 0; i <= last; i++) {
            double own = i == 0 || i == last ? 1 : 1 + correlation * correlation;
            double neighbours = (i == 0 ? 0 : values[i - 1]) + (i == last ? 0 : values[i + 1]);
            precise[i] = (own * values[i] - correlation * neighbours) / (innovation * innovation);
        }
        return precise;
    }

    /** The logarithm of the density of so many blocks, but for what all laws have, by their squared distance from the mean. */
    double logDensity(int blocks, double squares) {
        return Math.log(1 - correlation * correlation) / 2 - blocks * Math.log(innovation) - squares / 2;
    }
}
