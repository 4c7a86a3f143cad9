// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.ExactRange;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.histogram.Times;

/**
 * The times of one population over any window: the exact sum of histograms of one layout with exact values. Times are
 * ranked as measured times, times above the range of the histogram, then censored ones (measurement rule M12). Only
 * counters that are not 0 are kept, because a run has thousands of such sums, and a sum that does not change for a
 * while can be packed into a few bytes per counter. Not thread-safe.
 */
public final class TimeTotals {
    private long[] values = new long[16];
    private long[] counts = new long[16];
    private int size;
    private long inHistogram;
    private @Nullable Histogram layout;
    private byte @Nullable [] packed;

    private BigInteger sumNanos = BigInteger.ZERO;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos = Long.MIN_VALUE;
    private long overflow;
    private long censored;
    private long longestCensoredNanos;

    /** Adds the exact values of an interval, and its histogram unless it is stored elsewhere. */
    public void add(@Nullable Times times) {
        if (times != null) {
            addExact(BigInteger.valueOf(times.sumNanos()), times.minNanos(), times.maxNanos(), times.overflow());
            add(times.histogram());
        }
    }

    /** Adds a stored histogram. */
    public void add(StoredCounts stored) {
        if (stored.total() > 0) {
            layout = layout == null ? stored.layout() : layout;
            add(stored.size(), stored::value, stored::count, stored.total());
        }
    }

    private void add(SparseHistogram histogram) {
        if (histogram.totalCount() > 0) {
            layout = layout == null ? histogram.emptyHistogram() : layout;
            add(histogram.size(), histogram::lowestNanos, histogram::count, histogram.totalCount());
        }
    }

    public void add(TimeTotals other) {
        addExact(other.sumNanos, other.minNanos, other.maxNanos, other.overflow);
        addCensored(other.censored, other.longestCensoredNanos);
        if (other.inHistogram > 0) {
            layout = layout == null ? other.layout : layout;
            other.unpack();
            add(other.size, i -> other.values[i], i -> other.counts[i], other.inHistogram);
        }
    }

    /** The sum of several. */
    public static TimeTotals sum(Iterable<TimeTotals> parts) {
        TimeTotals sum = new TimeTotals();
        parts.forEach(sum::add);
        return sum;
    }

    private void addExact(BigInteger sum, long min, long max, long above) {
        sumNanos = sumNanos.add(sum);
        minNanos = Math.min(minNanos, min);
        maxNanos = Math.max(maxNanos, max);
        overflow += above;
    }

    /** Adds operations that timed out, were abandoned or were dropped, of which only a lower bound is known. */
    public void addCensored(long count, long longestNanos) {
        censored += count;
        longestCensoredNanos = Math.max(longestCensoredNanos, longestNanos);
    }

    private void add(int more, IntToLongFunction value, IntToLongFunction count, long total) {
        unpack();
        int missing = 0;
        int at = 0;
        for (int i = 0; i < more; i++) {
            long next = value.applyAsLong(i);
            while (at < size && values[at] < next) {
                at++;
            }
            if (at < size && values[at] == next) {
                counts[at] += count.applyAsLong(i);
            } else {
                missing++;
            }
        }
        if (missing > 0) {
            insert(more, value, count, missing);
        }
        inHistogram = Math.addExact(inHistogram, total);
    }

    /** Inserts the counters that are missing, from the greatest down, so that each counter moves once. */
    private void insert(int more, IntToLongFunction value, IntToLongFunction count, int missing) {
        if (size + missing > values.length) {
            int capacity = Math.max(size + missing, size + size / 2);
            values = Arrays.copyOf(values, capacity);
            counts = Arrays.copyOf(counts, capacity);
        }
        int from = size - 1;
        int to = size + missing - 1;
        for (int i = more - 1; to > from; i--) {
            long next = value.applyAsLong(i);
            while (from >= 0 && values[from] > next) {
                values[to] = values[from];
                counts[to--] = counts[from--];
            }
            if (from < 0 || values[from] != next) {
                values[to] = next;
                counts[to--] = count.applyAsLong(i);
            }
        }
        size += missing;
    }

    /** The number of measured times. */
    public long measured() {
        return inHistogram + overflow;
    }

    /** The number of measured times in the range of the histogram. */
    public long inHistogram() {
        return inHistogram;
    }

    public long censored() {
        return censored;
    }

    /** The number of measured and censored times. */
    public long ranked() {
        return measured() + censored;
    }

    /** The exact sum of the measured times. */
    public double sumNanos() {
        return sumNanos.doubleValue();
    }

    /** The exact smallest measured time; meaningless without any. */
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

    private long within(long nanos) {
        return ExactRange.within(nanos, minNanos, maxNanos);
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
        long seen = 0;
        while (cursor.next()) {
            seen += cursor.count;
            if (seen >= rank) {
                return layout().highestEquivalentValue(cursor.value);
            }
        }
        throw new IllegalArgumentException("rank " + rank + " of " + inHistogram);
    }

    /** The width of the counter of a time. */
    public long resolutionNanos(long nanos) {
        return layout().sizeOfEquivalentValueRange(nanos);
    }

    /** The number of times in the histogram that are certainly not above a bound. */
    public long countUpTo(long boundNanos) {
        Cursor cursor = new Cursor();
        long seen = 0;
        while (cursor.next() && layout().highestEquivalentValue(cursor.value) <= boundNanos) {
            seen += cursor.count;
        }
        return seen;
    }

    /**
     * The number of times that are certainly above a bound: those in a counter above it, above the range of the
     * histogram, and censored.
     */
    public long beyond(long boundNanos) {
        Cursor cursor = new Cursor();
        long within = 0;
        while (cursor.next() && cursor.value <= boundNanos) {
            within += cursor.count;
        }
        return ranked() - within;
    }

    private Histogram layout() {
        Histogram known = layout;
        if (known == null) {
            throw new IllegalStateException("no histogram was added");
        }
        return known;
    }

    /** Packs the counters into a few bytes each, until the next change. */
    public void pack() {
        if (packed != null) {
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(3 * size + 10);
        put(bytes, size);
        long before = 0;
        for (int i = 0; i < size; i++) {
            put(bytes, values[i] - before);
            put(bytes, counts[i]);
            before = values[i];
        }
        packed = bytes.toByteArray();
        values = new long[0];
        counts = new long[0];
    }

    private void unpack() {
        if (packed == null) {
            return;
        }
        Cursor cursor = new Cursor();
        size = cursor.left;
        long[] newValues = new long[size];
        long[] newCounts = new long[size];
        for (int i = 0; cursor.next(); i++) {
            newValues[i] = cursor.value;
            newCounts[i] = cursor.count;
        }
        values = newValues;
        counts = newCounts;
        packed = null;
    }

    /** Iterates over the counters, packed or not, without changing them. */
    private final class Cursor {
        private final @Nullable ByteBuffer bytes;
        private int left;
        private int index;
        private long value;
        private long count;

        Cursor() {
            bytes = packed == null ? null : ByteBuffer.wrap(packed);
            left = bytes == null ? size : (int) take(bytes);
        }

        boolean next() {
            if (left-- <= 0) {
                return false;
            }
            if (bytes == null) {
                value = values[index];
                count = counts[index++];
            } else {
                value += take(bytes);
                count = take(bytes);
            }
            return true;
        }
    }

    private static void put(ByteArrayOutputStream bytes, long number) {
        long left = number;
        while (left > 0x7f) {
            bytes.write((int) ((left & 0x7f) | 0x80));
            left >>>= 7;
        }
        bytes.write((int) left);
    }

    private static long take(ByteBuffer bytes) {
        long number = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = bytes.get();
            number |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return number;
            }
        }
    }
}
