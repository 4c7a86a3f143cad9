// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.Times;

/** Times in the line of an interval, without their histogram. */
record TimesDocument(
        long count,
        long sumNanos,
        long minNanos,
        long maxNanos,
        @JsonInclude(Include.NON_DEFAULT) long overflow) {
    /** Stands for the histograms, which are in the histogram log; never recorded into. */
    private static final Histogram ELSEWHERE = new Histogram(1, 2, 0);

    static @Nullable TimesDocument of(@Nullable Times times) {
        return times == null
                ? null
                : new TimesDocument(
                        times.count(), times.sumNanos(), times.minNanos(), times.maxNanos(), times.overflow());
    }

    static @Nullable Times times(@Nullable TimesDocument stored) {
        return stored == null
                ? null
                : new Times(ELSEWHERE, stored.sumNanos, stored.minNanos, stored.maxNanos, stored.overflow);
    }

    /** The values that the histogram log must contain. */
    long inHistogram() {
        return count - overflow;
    }
}
