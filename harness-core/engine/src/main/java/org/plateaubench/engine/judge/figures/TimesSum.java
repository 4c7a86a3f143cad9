// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.math.BigInteger;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.Times;

/** Adds up exact values, which accompany histograms. Not thread-safe. */
public final class TimesSum {
    private BigInteger sumNanos = BigInteger.ZERO;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos = Long.MIN_VALUE;
    private long overflow;

    public void add(@Nullable Times times) {
        if (times == null) {
            return;
        }
        add(BigInteger.valueOf(times.sumNanos()), times.minNanos(), times.maxNanos(), times.overflow());
    }

    public void add(TimesSum other) {
        add(other.sumNanos, other.minNanos, other.maxNanos, other.overflow);
    }

    private void add(BigInteger sum, long min, long max, long above) {
        sumNanos = sumNanos.add(sum);
        minNanos = Math.min(minNanos, min);
        maxNanos = Math.max(maxNanos, max);
        overflow += above;
    }

    RankedTimes ranked(Histogram histogram, long censored, long longestCensoredNanos) {
        return new RankedTimes(
                histogram, overflow, sumNanos.doubleValue(), minNanos, maxNanos, censored, longestCensoredNanos);
    }
}
