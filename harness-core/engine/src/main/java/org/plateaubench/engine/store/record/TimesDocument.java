// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.histogram.Times;

/** Times in the line of an interval, without their histogram, which is in the histogram log. */
record TimesDocument(
        long count,
        long sumNanos,
        long minNanos,
        long maxNanos,
        @JsonInclude(Include.NON_DEFAULT) long overflow) {
    static @Nullable TimesDocument of(@Nullable Times times) {
        return times == null
                ? null
                : new TimesDocument(
                        times.count(), times.sumNanos(), times.minNanos(), times.maxNanos(), times.overflow());
    }

    static @Nullable Times times(@Nullable TimesDocument stored) {
        return stored == null
                ? null
                : new Times(SparseHistogram.EMPTY, stored.sumNanos, stored.minNanos, stored.maxNanos, stored.overflow);
    }

    long inHistogram() {
        return count - overflow;
    }
}
