// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import org.plateaubench.measure.interval.HistogramTag;

/** Receives stored histograms one after the other. */
@FunctionalInterface
public interface IntervalHistogramConsumer {
    /**
     * Receives one histogram.
     *
     * @param startNanos start of its interval on the run's clock, to a millisecond
     * @param endNanos end of its interval on the run's clock, to a millisecond
     * @param tag meaning of the values
     * @param counts nanoseconds; valid until this method returns
     */
    void accept(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts);
}
