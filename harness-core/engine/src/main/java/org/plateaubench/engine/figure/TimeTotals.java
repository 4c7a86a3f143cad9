// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.HistogramLayout;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.histogram.Times;

/**
 * The times of one population over any window: the exact sum of histograms of one layout with exact values. Times are
 * ranked in this order: measured times, times above the range of the histogram, censored times (measurement rule M12).
 *
 * <p>A run has thousands of such sums. So counts are first collected, and then added while the sum is in the
 * processor's cache; the counters are in pages, which exist only if they have a count; and a sum that does not change
 * for a while can be packed. Not thread-safe.
 */
public final class TimeTotals {
    private static final int PAGE_MAGNITUDE = 5;
    private static final int PAGE_SIZE = 1 << PAGE_MAGNITUDE;
    private static final double TWO_TO_64 = 0x1p64;

    /** Bits of a count that is collected, below those of its counter. */
    private static final int COUNT_BITS = 48;

    private static final long COUNT = (1L << COUNT_BITS) - 1;

    private static final int MIN_COLLECTED = 16;
    private static final int MAX_COLLECTED = 512;
    private static final long[] NONE = {};

    private @Nullable HistogramLayout layout;
    private long[] collected = NONE;
    private int collectedSize;
    private long @Nullable [] @Nullable [] pages;
    private long inHistogram;

    /** The sum of all times in 128 bits. */
    private long sumHigh;

    private long sumLow;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos = Long.MIN_VALUE;
    private long overflow;
    private long censored;
    private long longestCensoredNanos;

    public void add(@Nullable Times times) {
        if (times != null) {
            addExact(0, times.sumNanos(), times.minNanos(), times.maxNanos(), times.overflow());
            add(times.histogram());
        }
    }

    private void add(SparseHistogram histogram) {
        collect(histogram, 0, histogram.size());
        inHistogram = Math.addExact(inHistogram, histogram.totalCount());
    }

    private void collect(SparseHistogram histogram, int from, int to) {
        layout = histogram.layout();
        if (histogram.totalCount() >>> COUNT_BITS != 0) {
            for (int counter = from; counter < to; counter++) {
                add(counters(), histogram.index(counter), histogram.count(counter));
            }
            return;
        }
        if (collected.length - collectedSize < to - from) {
            if (collectedSize + to - from > MAX_COLLECTED) {
                moveToPages();
            }
            if (collected.length - collectedSize < to - from) {
                int needed = Math.max(MIN_COLLECTED, collectedSize + to - from);
                collected = Arrays.copyOf(collected, Math.max(needed, Math.min(MAX_COLLECTED, 2 * collectedSize)));
            }
        }
        for (int counter = from; counter < to; counter++) {
            collected[collectedSize++] = (long) histogram.index(counter) << COUNT_BITS | histogram.count(counter);
        }
    }

    /** Adds the collected counts to the pages. Without pages there are so few that they are only sorted and merged. */
    private void addCollected() {
        if (pages == null) {
            sortCollected();
        } else {
            moveToPages();
        }
    }

    private void sortCollected() {
        Arrays.sort(collected, 0, collectedSize);
        int size = 0;
        for (int i = 0; i < collectedSize; i++) {
            if (size > 0 && collected[i] >>> COUNT_BITS == collected[size - 1] >>> COUNT_BITS) {
                collected[size - 1] += collected[i] & COUNT;
            } else {
                collected[size++] = collected[i];
            }
        }
        collectedSize = size;
    }

    private void moveToPages() {
        if (collectedSize > 0) {
            long[][] counters = counters();
            for (int i = 0; i < collectedSize; i++) {
                add(counters, (int) (collected[i] >>> COUNT_BITS), collected[i] & COUNT);
            }
            collectedSize = 0;
        }
    }

    /** Adds the times of at least one counter, whose exact values are not known. */
    public void add(SparseHistogram histogram, int from, int to) {
        collect(histogram, from, to);
        for (int counter = from; counter < to; counter++) {
            inHistogram = Math.addExact(inHistogram, histogram.count(counter));
        }
        minNanos = Math.min(minNanos, histogram.lowestNanos(from));
        maxNanos = Math.max(maxNanos, histogram.layout().highestNanos(histogram.index(to - 1)));
    }

    public void add(TimeTotals other) {
        addExact(other.sumHigh, other.sumLow, other.minNanos, other.maxNanos, other.overflow);
        addCensored(other.censored, other.longestCensoredNanos);
        if (other.inHistogram > 0) {
            layout = other.layout;
            long[][] counters = counters();
            Cursor cursor = other.new Cursor();
            while (cursor.next()) {
                add(counters, cursor.index, cursor.count);
            }
            inHistogram = Math.addExact(inHistogram, other.inHistogram);
        }
    }

    public static TimeTotals sum(Iterable<TimeTotals> parts) {
        TimeTotals sum = new TimeTotals();
        parts.forEach(sum::add);
        return sum;
    }

    private void addExact(long high, long low, long min, long max, long above) {
        sumLow += low;
        sumHigh += high + (Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0);
        minNanos = Math.min(minNanos, min);
        maxNanos = Math.max(maxNanos, max);
        overflow += above;
    }

    private long[][] counters() {
        if (pages == null) {
            pages = new long[(layout().counters() >> PAGE_MAGNITUDE) + 1][];
        }
        return pages;
    }

    private static void add(long[][] counters, int index, long count) {
        long[] page = counters[index >> PAGE_MAGNITUDE];
        if (page == null) {
            page = new long[PAGE_SIZE];
            counters[index >> PAGE_MAGNITUDE] = page;
        }
        page[index & (PAGE_SIZE - 1)] += count;
    }

    /** Adds operations that timed out, were abandoned or were dropped: only a lower bound of their time is known. */
    public void addCensored(long count, long longestNanos) {
        censored += count;
        longestCensoredNanos = Math.max(longestCensoredNanos, longestNanos);
    }

    public long measured() {
        return inHistogram + overflow;
    }

    public long inHistogram() {
        return inHistogram;
    }

    public long censored() {
        return censored;
    }

    public long ranked() {
        return measured() + censored;
    }

    public double sumNanos() {
        return sumHigh * TWO_TO_64 + (double) (sumLow >>> 1) * 2 + (sumLow & 1);
    }

    /** The exact smallest measured time; without a measured time the value has no meaning. */
    public long minNanos() {
        return minNanos;
    }

    /** Mean of the measured times, from the exact sum; null when there are none. */
    public @Nullable Double meanNanos() {
        return measured() == 0 ? null : Double.valueOf(sumNanos() / measured());
    }

    /** The longest known wait: no censored operation is ranked below a measured one. */
    public long longestNanos() {
        long longestMeasured = measured() == 0 ? 0 : maxNanos;
        return censored == 0 ? longestMeasured : Math.max(longestMeasured, longestCensoredNanos);
    }

    /**
     * The value that at least the given share of all ranked times do not exceed, to the resolution of the histogram.
     * Without censored times it is the upper edge of a counter, as printed by HdrHistogram's own tools, limited to the
     * range from the exact smallest to the exact greatest time.
     *
     * @param percentile above 0, at most 100, which is the exact longest known wait
     * @return null when nothing is ranked
     */
    public @Nullable Estimate percentile(double percentile) {
        long all = ranked();
        if (all == 0) {
            return null;
        }
        if (percentile >= 100) {
            return new Estimate(longestNanos(), censored > 0, false);
        }
        long rank = rank(percentile, all);
        boolean lowResolution = all - rank < Estimate.NEEDED_BEYOND;
        if (rank > measured()) {
            return new Estimate(longestNanos(), true, lowResolution);
        }
        if (rank > inHistogram) {
            return new Estimate(within(HistogramRange.HIGHEST_NANOS), true, lowResolution);
        }
        return new Estimate(within(nanosAtRank(rank)), false, lowResolution);
    }

    /** A time of the histogram, limited to the range from the exact smallest to the exact greatest time. */
    public long within(long nanos) {
        return Math.clamp(nanos, minNanos, maxNanos);
    }

    /**
     * The rank of a percentile among the given number of times, from 1. It rounds like HdrHistogram: the percentile is
     * reduced by one unit in the last place, so that an exact share is not exceeded.
     */
    public static long rank(double percentile, long all) {
        double stepDown = Math.min(Math.nextDown(percentile), 100.0);
        return Math.max(1, (long) Math.ceil(stepDown * all / 100.0));
    }

    /** The greatest time in the counter of a rank, as printed by HdrHistogram's own tools. */
    public long nanosAtRank(long rank) {
        Cursor cursor = new Cursor();
        long cumulative = 0;
        while (cursor.next()) {
            cumulative += cursor.count;
            if (cumulative >= rank) {
                return layout().highestNanos(cursor.index);
            }
        }
        throw new IllegalArgumentException("rank " + rank + " of " + inHistogram);
    }

    public long resolutionNanos(long nanos) {
        int index = layout().index(nanos);
        return layout().highestNanos(index) - layout().lowestNanos(index) + 1;
    }

    /** The numbers of times in the histogram that are certainly not above each of some ascending bounds. */
    public long[] countsUpTo(long[] boundsNanos) {
        long[] upTo = new long[boundsNanos.length];
        Cursor cursor = new Cursor();
        int bound = 0;
        long cumulative = 0;
        while (cursor.next()) {
            long highest = layout().highestNanos(cursor.index);
            while (bound < upTo.length && highest > boundsNanos[bound]) {
                upTo[bound++] = cumulative;
            }
            cumulative += cursor.count;
        }
        Arrays.fill(upTo, bound, upTo.length, cumulative);
        return upTo;
    }

    /** Times certainly above a bound: in a counter above it, above the histogram's range, or censored. */
    public long countAbove(long boundNanos) {
        Cursor cursor = new Cursor();
        long within = 0;
        while (cursor.next() && layout().lowestNanos(cursor.index) <= boundNanos) {
            within += cursor.count;
        }
        return ranked() - within;
    }

    private HistogramLayout layout() {
        return Objects.requireNonNull(layout, "no histogram was added");
    }

    /** Keeps only the counters that have a count, until the next change. */
    public void pack() {
        if (inHistogram > COUNT) {
            return;
        }
        long[] packed = new long[MIN_COLLECTED];
        int size = 0;
        Cursor cursor = new Cursor();
        while (cursor.next()) {
            packed = size < packed.length ? packed : Arrays.copyOf(packed, 2 * size);
            packed[size++] = (long) cursor.index << COUNT_BITS | cursor.count;
        }
        collected = Arrays.copyOf(packed, size);
        collectedSize = size;
        pages = null;
    }

    private final class Cursor {
        private int next;
        private int index = -1;
        private long count;

        Cursor() {
            addCollected();
        }

        boolean next() {
            if (pages != null) {
                return nextOfPages(pages);
            }
            if (next == collectedSize) {
                return false;
            }
            index = (int) (collected[next] >>> COUNT_BITS);
            count = collected[next++] & COUNT;
            return true;
        }

        private boolean nextOfPages(long[] @Nullable [] of) {
            for (index++; index >> PAGE_MAGNITUDE < of.length; index++) {
                long[] page = of[index >> PAGE_MAGNITUDE];
                if (page == null) {
                    index |= PAGE_SIZE - 1;
                } else if (page[index & (PAGE_SIZE - 1)] != 0) {
                    count = page[index & (PAGE_SIZE - 1)];
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * A percentile.
     *
     * @param lowerBound whether it falls among operations with only a lower bound of the time (rule M12)
     * @param lowResolution whether fewer than {@link #NEEDED_BEYOND} samples exceed it
     */
    public record Estimate(long nanos, boolean lowerBound, boolean lowResolution) {
        public static final long NEEDED_BEYOND = 10;
    }
}
