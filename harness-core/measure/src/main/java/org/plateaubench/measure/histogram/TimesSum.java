// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Adds up the times of one interval from several histograms. One thread. */
public final class TimesSum {
    private final HistogramLayout layout;
    private @Nullable Histogram histogram;
    private long sumNanos;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos = Long.MIN_VALUE;
    private long overflow;

    /** A sum without values. */
    public TimesSum(HistogramLayout layout) {
        this.layout = layout;
    }

    void addCount(long nanos, long count) {
        histogram().recordValueWithCount(nanos, count);
    }

    void addOverflow(long count) {
        overflow += count;
    }

    void addTotals(long sum, long min, long max) {
        sumNanos += sum;
        minNanos = Math.min(minNanos, min);
        maxNanos = Math.max(maxNanos, max);
    }

    /** The sum, null when nothing was added. */
    @Nullable
    public Times times() {
        return histogram == null && overflow == 0
                ? null
                : new Times(histogram(), sumNanos, minNanos, maxNanos, overflow);
    }

    private Histogram histogram() {
        Histogram known = histogram;
        if (known == null) {
            known = layout.emptyHistogram();
            histogram = known;
        }
        return known;
    }
}
