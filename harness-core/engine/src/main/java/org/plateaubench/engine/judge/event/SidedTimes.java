// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

import java.util.Arrays;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Estimate;
import org.plateaubench.engine.judge.figures.RankedTimes;
import org.plateaubench.engine.statistics.CountedPart;
import org.plateaubench.measure.histogram.HistogramRange;

/**
 * The response times of one operation over all tiles that were due inside or outside of the events of a kind. Not
 * thread-safe.
 */
final class SidedTimes {
    /** The greatest number of counts of a series: a longer one would show hardly more and need more memory. */
    private static final int MOST_CHUNKS = 400;

    private final int slots;
    private final int slotsPerChunk;
    private final Histogram histogram = HistogramRange.okHistogram();
    private final TreeMap<Double, CountedPart> parts = new TreeMap<>();
    private final TreeMap<Integer, Long> censoredBySlot = new TreeMap<>();
    private long censored;
    private long longestCensoredNanos;

    SidedTimes(int slots) {
        this.slots = slots;
        slotsPerChunk = Math.ceilDiv(slots, MOST_CHUNKS);
        histogram.setAutoResize(true);
    }

    void add(long valueNanos, long count) {
        histogram.recordValueWithCount(valueNanos, count);
    }

    /** Adds operations that took longer than all others, by an unknown time. */
    void addCensored(int slot, long count, long longestNanos) {
        censored += count;
        censoredBySlot.merge(slot, count, Long::sum);
        longestCensoredNanos = Math.max(longestCensoredNanos, longestNanos);
    }

    private RankedTimes ranked() {
        return new RankedTimes(histogram, 0, 0, 0, histogram.getMaxValue(), censored, longestCensoredNanos);
    }

    long count() {
        return ranked().ranked();
    }

    @Nullable
    Estimate percentile(double share) {
        return ranked().percentile(100 * share);
    }

    /** Counts by slot, from now on, the values that are compared at a percentile. */
    void compareAt(double share) {
        RankedTimes ranked = ranked();
        double at = bound(ranked, share);
        double[] bounds = Arrays.stream(CountedPart.shares(share))
                .map(each -> bound(ranked, each))
                .filter(Double::isFinite)
                .distinct()
                .toArray();
        CountedPart part = new CountedPart(bounds, at, Math.ceilDiv(slots, slotsPerChunk));
        censoredBySlot.forEach((slot, count) -> part.add(chunk(slot), Double.POSITIVE_INFINITY, count));
        parts.put(share, part);
    }

    /** The greatest value in the bucket of a percentile; infinite if the percentile is censored. */
    private static double bound(RankedTimes ranked, double share) {
        Estimate estimate = ranked.percentile(100 * share);
        return estimate == null || estimate.lowerBound() ? Double.POSITIVE_INFINITY : (double) estimate.nanos();
    }

    /** Counts a value again, for the comparisons. */
    void count(int slot, long valueNanos, long count) {
        parts.values().forEach(part -> part.add(chunk(slot), (double) valueNanos, count));
    }

    private int chunk(int slot) {
        return slot / slotsPerChunk;
    }

    @Nullable
    CountedPart part(double share) {
        return parts.get(share);
    }
}
