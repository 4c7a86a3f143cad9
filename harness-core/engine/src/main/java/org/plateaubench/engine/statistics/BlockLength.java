// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

/**
 * Computes the length of the blocks of a circular block bootstrap, after D. N. Politis and H. White, Automatic
 * block-length selection for the dependent bootstrap, Econometric Reviews 23 (2004), with the correction of A. Patton,
 * D. N. Politis and H. White, ibid. 28 (2009). Pure functions; any thread.
 */
public final class BlockLength {
    /** The number of standard errors of a white series within which a correlation counts as 0, by the authors' rule. */
    private static final double IMPLAUSIBLE = 2;

    private static final int FEWEST_LAGS_OF_NONE = 5;

    private BlockLength() {}

    /**
     * The length of blocks for a series, from 1 to a third of the series.
     *
     * @param series values in the order of time, at least one
     */
    public static int of(double[] series) {
        int n = series.length;
        int longest = Math.max(1, n / 3);
        double[] covariance = covariances(series, Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)) + lagsOfNone(n)));
        if (covariance[0] <= 0) {
            return 1;
        }
        int bandwidth = Math.min(2 * Math.max(1, lastLag(covariance, n)), covariance.length - 1);
        double spectrum = covariance[0];
        double slope = 0;
        for (int lag = 1; lag <= bandwidth; lag++) {
            double weight = flatTop((double) lag / bandwidth);
            spectrum += 2 * weight * covariance[lag];
            slope += 2 * weight * lag * covariance[lag];
        }
        double variance = 4.0 / 3 * spectrum * spectrum;
        if (variance <= 0) {
            return longest;
        }
        double length = Math.cbrt(2 * slope * slope / variance * n);
        return Math.clamp(Math.round(length), 1, longest);
    }

    private static int lagsOfNone(int n) {
        return Math.max(FEWEST_LAGS_OF_NONE, (int) Math.ceil(Math.sqrt(Math.log10(n))));
    }

    /** The last lag before a sequence of lags without correlation. */
    private static int lastLag(double[] covariance, int n) {
        double bound = IMPLAUSIBLE * Math.sqrt(Math.log10(Math.max(2, n)) / n);
        int none = lagsOfNone(n);
        int last = 0;
        for (int lag = 1; lag < covariance.length && lag - last <= none; lag++) {
            if (Math.abs(covariance[lag] / covariance[0]) >= bound) {
                last = lag;
            }
        }
        return last;
    }

    private static double[] covariances(double[] series, int most) {
        double mean = 0;
        for (double value : series) {
            mean += value / series.length;
        }
        double[] result = new double[most + 1];
        for (int lag = 0; lag <= most; lag++) {
            double sum = 0;
            for (int i = 0; i + lag < series.length; i++) {
                sum += (series[i] - mean) * (series[i + lag] - mean);
            }
            result[lag] = sum / series.length;
        }
        return result;
    }

    /** The flat-top lag window, a trapezoid. */
    private static double flatTop(double part) {
        return part <= 0.5 ? 1 : 2 * (1 - part);
    }
}
