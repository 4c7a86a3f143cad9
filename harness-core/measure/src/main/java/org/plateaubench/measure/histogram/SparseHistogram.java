// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a histogram that are not 0, in the layout of {@link HistogramRange}. An interval of one operation
 * fills a few hundred of 25,000 counters, and a {@link Histogram} for it would be 200 kB of zeros. Immutable; any
 * thread.
 */
public final class SparseHistogram {
    /** An empty histogram, for times without values or whose histogram is stored elsewhere. */
    public static final SparseHistogram EMPTY = of(HistogramLayout.OK, new int[0], new long[0]);

    private final HistogramLayout layout;
    private final int[] indexes;
    private final long[] counts;
    private final long total;
    /** The encoding once it is known, so that it is sent and stored without encoding again. */
    private @Nullable String encoded;

    private SparseHistogram(HistogramLayout layout, int[] indexes, long[] counts, @Nullable String encoded) {
        this.layout = layout;
        this.indexes = indexes;
        this.counts = counts;
        this.encoded = encoded;
        long sum = 0;
        for (long count : counts) {
            sum = Math.addExact(sum, count);
        }
        total = sum;
    }

    /** A histogram of counters in ascending order of their indexes; the arrays are handed over. */
    static SparseHistogram of(HistogramLayout layout, int[] indexes, long[] counts) {
        return new SparseHistogram(layout, indexes, counts, null);
    }

    /** The counters of a histogram. */
    public static SparseHistogram of(Histogram histogram) {
        HistogramLayout layout = HistogramLayout.of(
                histogram.getLowestDiscernibleValue(), histogram.getNumberOfSignificantValueDigits());
        if (layout == null || histogram.getMaxValue() > layout.highestNanos(layout.counters() - 1)) {
            throw new IllegalArgumentException("a histogram of another range");
        }
        int[] indexes = new int[64];
        long[] counts = new long[64];
        int size = 0;
        for (HistogramIterationValue value : histogram.recordedValues()) {
            if (size == indexes.length) {
                indexes = Arrays.copyOf(indexes, 2 * size);
                counts = Arrays.copyOf(counts, 2 * size);
            }
            indexes[size] = layout.index(value.getValueIteratedTo());
            counts[size++] = value.getCountAtValueIteratedTo();
        }
        return of(layout, Arrays.copyOf(indexes, size), Arrays.copyOf(counts, size));
    }

    /** The histogram that a decoder has read; its encoding is kept. */
    public static SparseHistogram of(HistogramDecoder read, String encoding) {
        HistogramLayout layout = HistogramLayout.of(read.lowest(), read.digits());
        if (layout == null
                || read.lowest() != HistogramRange.LOWEST_NANOS
                || read.highest() != HistogramRange.HIGHEST_NANOS
                || read.ratio() != 1
                || read.lastIndex() >= layout.counters()) {
            throw new IllegalArgumentException("a histogram of another range");
        }
        return new SparseHistogram(layout, read.indexes(), read.counts(), encoding);
    }

    /** Number of values. */
    public long totalCount() {
        return total;
    }

    /** Number of counters that are not 0. */
    public int size() {
        return indexes.length;
    }

    /** The least value of a counter in nanoseconds, ascending with its number from 0. */
    public long lowestNanos(int counter) {
        return layout.lowestNanos(indexes[counter]);
    }

    /** The count of a counter. */
    public long count(int counter) {
        return counts[counter];
    }

    /**
     * The upper end of the highest counter, in nanoseconds; 0 if the histogram is empty or has no value that is
     * distinguished from 0.
     */
    public long greatestNanos() {
        int last = indexes.length == 0 ? 0 : indexes[indexes.length - 1];
        return last == 0 ? 0 : layout.highestNanos(last);
    }

    /** Number of values in the counter of the given nanoseconds or above it. */
    long atLeast(long nanos) {
        int from = layout.index(nanos);
        long sum = 0;
        for (int i = indexes.length - 1; i >= 0 && indexes[i] >= from; i--) {
            sum += counts[i];
        }
        return sum;
    }

    /** Adds the counts to a histogram, which grows as needed. */
    public void addTo(Histogram sum) {
        sum.setAutoResize(true);
        int last = indexes.length - 1;
        if (last >= 0) {
            // After the greatest and the least the library has no extremes to move, which costs more than the count.
            add(last, sum);
        }
        for (int i = 0; i < last; i++) {
            add(i, sum);
        }
    }

    private void add(int counter, Histogram sum) {
        sum.recordValueWithCount(layout.lowestNanos(indexes[counter]), counts[counter]);
    }

    /** An empty histogram of the same layout, which grows as values are added. */
    public Histogram emptyHistogram() {
        return layout.smallHistogram();
    }

    /** A histogram of only these counts, which grows as needed when more are added. */
    public Histogram toHistogram() {
        Histogram histogram = emptyHistogram();
        addTo(histogram);
        return histogram;
    }

    /** HdrHistogram's compressed encoding, version 2, in base 64, as in the histogram log. */
    public String encoded(HistogramEncoder encoder) {
        String known = encoded;
        if (known == null) {
            known = encoder.base64(layout, indexes, counts);
            encoded = known;
        }
        return known;
    }

    /** Whether the same values are counted, regardless of the encoding. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SparseHistogram that
                && layout == that.layout
                && Arrays.equals(indexes, that.indexes)
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(indexes) + Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return total + " values in " + indexes.length + " counters up to " + greatestNanos() + " ns";
    }
}
