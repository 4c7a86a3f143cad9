// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

/**
 * The least and the greatest value are stored exactly, beside histograms whose buckets are a thousandth wide. No
 * percentile is printed outside of them. Pure functions.
 */
public final class ExactRange {
    private ExactRange() {}

    /**
     * A value read from a histogram, moved to the nearer end of the exact range when it lies outside. An unknown range,
     * as in a damaged run folder, has its least above its greatest value and changes nothing.
     *
     * @param value nanoseconds, as for all parameters
     */
    public static long within(long value, long least, long greatest) {
        return least > greatest ? value : Math.clamp(value, least, greatest);
    }
}
