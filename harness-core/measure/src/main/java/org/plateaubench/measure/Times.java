// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import org.HdrHistogram.Histogram;

/**
 * A histogram with what it cannot hold exactly. The histogram is given away: nobody changes it any more.
 *
 * @param histogram nanoseconds, 1 us to 1 h
 * @param sumNanos exact sum
 * @param minNanos exact least value
 * @param maxNanos exact greatest value
 * @param overflow values above the range; they count in sum, min and max and not in the histogram
 */
public record Times(Histogram histogram, long sumNanos, long minNanos, long maxNanos, long overflow) {
    /** Values recorded, overflow among them. */
    public long count() {
        return histogram.getTotalCount() + overflow;
    }

    /** Values in the range of the histogram that are of the step of the given nanoseconds or longer, and those above it. */
    public long atLeast(long nanos) {
        return histogram.getCountBetweenValues(nanos, Long.MAX_VALUE) + overflow;
    }
}
