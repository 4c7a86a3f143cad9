// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Adds up the times of one interval from several histograms. Not thread-safe. */
public final class TimesSum {
    private static final int FIRST_SIZE = 64;

    private final HistogramLayout layout;
    private int[] indexes = new int[0];
    private long[] counts = new long[0];
    private int size;
    private long sumNanos;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos = Long.MIN_VALUE;
    private long overflow;

    /** A sum without values. */
    public TimesSum(HistogramLayout layout) {
        this.layout = layout;
    }

    /** Adds to a counter; each reading adds them in ascending order. */
    void addCount(int index, long count) {
        int place = size == 0 || index > indexes[size - 1] ? -size - 1 : Arrays.binarySearch(indexes, 0, size, index);
        if (place >= 0) {
            counts[place] += count;
        } else {
            insert(-place - 1, index, count);
        }
    }

    private void insert(int place, int index, long count) {
        if (size == indexes.length) {
            indexes = Arrays.copyOf(indexes, Math.max(FIRST_SIZE, 2 * size));
            counts = Arrays.copyOf(counts, indexes.length);
        }
        System.arraycopy(indexes, place, indexes, place + 1, size - place);
        System.arraycopy(counts, place, counts, place + 1, size - place);
        indexes[place] = index;
        counts[place] = count;
        size++;
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
        return size == 0 && overflow == 0
                ? null
                : new Times(
                        SparseHistogram.of(layout, Arrays.copyOf(indexes, size), Arrays.copyOf(counts, size)),
                        sumNanos,
                        minNanos,
                        maxNanos,
                        overflow);
    }
}
