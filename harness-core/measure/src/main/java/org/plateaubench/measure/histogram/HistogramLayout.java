// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import static org.plateaubench.measure.histogram.HistogramRange.HIGHEST_NANOS;
import static org.plateaubench.measure.histogram.HistogramRange.LOWEST_NANOS;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Computes the position of a value's counter. It is exactly HdrHistogram's log-linear layout, so that counters can be
 * converted to a {@link Histogram} without loss. The counters are divided into chunks, one per doubling of the value,
 * so that a histogram needs memory only for the range of its values and not for the whole hour. Immutable.
 */
public final class HistogramLayout {
    /** The layout with three digits: 24 chunks of 1024 counters, 4 KiB each. */
    public static final HistogramLayout OK = new HistogramLayout(HistogramRange.OK_DIGITS);
    /** The layout with two digits: 27 chunks of 128 counters, 512 bytes each. */
    public static final HistogramLayout ERROR = new HistogramLayout(HistogramRange.ERROR_DIGITS);

    private final int digits;
    private final int unitMagnitude;
    private final int chunkMagnitude;
    private final int leadingZerosOfBucketZero;
    private final long bucketZeroMask;
    private final int chunks;

    private HistogramLayout(int digits) {
        this.digits = digits;
        // Linear up to 2 * 10^digits units, rounded up to a power of two; a unit is a power of two, rounded down.
        int linearMagnitude = 64 - Long.numberOfLeadingZeros(2 * (long) Math.pow(10, digits) - 1);
        unitMagnitude = 63 - Long.numberOfLeadingZeros(LOWEST_NANOS);
        chunkMagnitude = linearMagnitude - 1;
        leadingZerosOfBucketZero = 64 - unitMagnitude - linearMagnitude;
        bucketZeroMask = ((1L << linearMagnitude) - 1) << unitMagnitude;
        chunks = chunk(index(HIGHEST_NANOS)) + 1;
    }

    /** The layout of a histogram; null if it is not one of the harness's layouts. */
    static @Nullable HistogramLayout of(long lowestNanos, int digits) {
        HistogramLayout layout = digits == HistogramRange.OK_DIGITS ? OK : ERROR;
        boolean isSame = layout.digits == digits && 63 - Long.numberOfLeadingZeros(lowestNanos) == layout.unitMagnitude;
        return isSame ? layout : null;
    }

    int digits() {
        return digits;
    }

    public int counters() {
        return chunks << chunkMagnitude;
    }

    /** Index of the counter of a value from 0 to {@link HistogramRange#HIGHEST_NANOS}. */
    public int index(long nanos) {
        int bucket = leadingZerosOfBucketZero - Long.numberOfLeadingZeros(nanos | bucketZeroMask);
        // The lower half of every bucket except the first equals the previous bucket, so only upper halves are kept.
        return (bucket << chunkMagnitude) + (int) (nanos >>> (bucket + unitMagnitude));
    }

    int chunk(int index) {
        return index >>> chunkMagnitude;
    }

    int place(int index) {
        return index & (chunkSize() - 1);
    }

    public int chunkSize() {
        return 1 << chunkMagnitude;
    }

    int chunks() {
        return chunks;
    }

    public long lowestNanos(int index) {
        int bucket = Math.max(0, chunk(index) - 1);
        return (long) (index - (bucket << chunkMagnitude)) << (bucket + unitMagnitude);
    }

    public long highestNanos(int index) {
        return lowestNanos(index + 1) - 1;
    }

    /** An empty histogram that needs little memory and grows as values are added. */
    Histogram smallHistogram() {
        Histogram histogram = new Histogram(LOWEST_NANOS, 2 * LOWEST_NANOS, digits);
        histogram.setAutoResize(true);
        return histogram;
    }
}
