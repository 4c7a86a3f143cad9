// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import org.HdrHistogram.Histogram;

/** A histogram with additional exact values. Immutable. */
public record Times(SparseHistogram histogram, long sumNanos, long minNanos, long maxNanos, long overflow) {
    /** Creates times from the counters of a histogram, which may change afterwards. */
    public Times(Histogram histogram, long sumNanos, long minNanos, long maxNanos, long overflow) {
        this(SparseHistogram.of(histogram), sumNanos, minNanos, maxNanos, overflow);
    }

    /** Number of recorded values, overflow included. */
    public long count() {
        return histogram.totalCount() + overflow;
    }

    /**
     * Values in the range of the histogram that are in the bucket of the given nanoseconds or above it, and those above
     * the range.
     */
    public long atLeast(long nanos) {
        return histogram.atLeast(nanos) + overflow;
    }
}
