// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

/**
 * Limits values from histograms, whose buckets have a width of 0.1 %, to the range from the exact smallest to the exact
 * greatest value, so that no percentile is outside of it. Pure functions.
 */
public final class ExactRange {
    private ExactRange() {}

    /**
     * A value from a histogram, moved to the nearer end of the exact range if it is outside. An unknown range, as in a
     * damaged run folder, has its smallest above its greatest value and has no effect.
     *
     * @param value nanoseconds, as for all parameters
     */
    public static long within(long value, long least, long greatest) {
        return least > greatest ? value : Math.clamp(value, least, greatest);
    }
}
