// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import org.HdrHistogram.Histogram;
import org.plateaubench.measure.HistogramTag;

/** Takes the stored histograms one after the other. */
@FunctionalInterface
public interface IntervalHistogramConsumer {
    /**
     * Takes one histogram, which is the consumer's to keep.
     *
     * @param startNanos start of its interval on the run's clock, to a millisecond
     * @param endNanos end of its interval on the run's clock, to a millisecond
     * @param tag what the values are
     * @param histogram nanoseconds
     */
    void accept(long startNanos, long endNanos, HistogramTag tag, Histogram histogram);
}
