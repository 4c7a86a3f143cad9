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
    private final HistogramLayout layout;
    private final int[] indexes;
    private final long[] counts;
    private final long total;

    private SparseHistogram(HistogramLayout layout, int[] indexes, long[] counts) {
        this.layout = layout;
        this.indexes = indexes;
        this.counts = counts;
        long sum = 0;
        for (long count : counts) {
            sum = Math.addExact(sum, count);
        }
        total = sum;
    }

    /** A histogram of counters in ascending order of their indexes; the arrays are handed over. */
    static SparseHistogram of(HistogramLayout layout, int[] indexes, long[] counts) {
        return new SparseHistogram(layout, indexes, counts);
    }

    /** A histogram of counters that were read; the arrays are handed over. */
    public static SparseHistogram ofCounters(boolean ofErrors, int[] indexes, long[] counts) {
        HistogramLayout layout = ofErrors ? HistogramLayout.ERROR : HistogramLayout.OK;
        int next = 0;
        for (int i = 0; i < indexes.length; i++) {
            if (indexes[i] < next || indexes[i] >= layout.counters() || counts[i] <= 0) {
                throw new IllegalArgumentException("a histogram of another range");
            }
            next = indexes[i] + 1;
        }
        return new SparseHistogram(layout, indexes, counts);
    }

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

    public long totalCount() {
        return total;
    }

    /** Number of counters that are not 0. */
    public int size() {
        return indexes.length;
    }

    public HistogramLayout layout() {
        return layout;
    }

    public boolean isOfErrors() {
        return layout == HistogramLayout.ERROR;
    }

    /** The index of a counter in the layout, ascending with its number from 0. */
    public int index(int counter) {
        return indexes[counter];
    }

    /** The least value of a counter in nanoseconds, ascending with its number from 0. */
    public long lowestNanos(int counter) {
        return layout.lowestNanos(indexes[counter]);
    }

    public long count(int counter) {
        return counts[counter];
    }

    long atLeast(long nanos) {
        int from = layout.index(nanos);
        long sum = 0;
        for (int i = indexes.length - 1; i >= 0 && indexes[i] >= from; i--) {
            sum += counts[i];
        }
        return sum;
    }

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
        return total + " values in " + indexes.length + " counters";
    }
}
