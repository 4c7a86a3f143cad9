// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One copy of the counters of one histogram. Any thread records, or one at a time where the copy is owned, without a
 * lock and, once a chunk exists, without allocation; one other thread reads. Counters only grow (and wrap at 2^32; a
 * reader gets the exact difference if fewer values were recorded in one stripe since its last reading).
 *
 * <p>Recording writes extremes, sum and counter in this order, and a reader reads them in the opposite order. So every
 * value that a reader finds counted is also in the sum and in the extremes that it, or an earlier reading, has seen. An
 * owner keeps that order with release stores; since no other thread stores, that is as exact as adding atomically.
 */
final class HistogramStripe {
    private static final VarHandle COUNTERS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(int[][].class);
    private static final VarHandle TOTALS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Unused counters, two cache lines, so that no neighbour in memory slows the totals down. */
    private static final int PADDING = 16;

    private static final int MIN = PADDING;
    private static final int MAX = PADDING + 1;
    private static final int OVERFLOW = PADDING + 2;
    private static final int SUM = 2 * PADDING;

    private static final int TOTALS_LENGTH = 3 * PADDING;

    private final HistogramLayout layout;
    private final boolean owned;
    private final int[][] chunks;
    private final long[] totals = new long[TOTALS_LENGTH];

    /** Creates empty counters; in an owned copy only one thread at a time records. */
    HistogramStripe(HistogramLayout layout, boolean owned) {
        this.layout = layout;
        this.owned = owned;
        this.chunks = new int[layout.chunks()][];
        takeMin();
        takeMax();
    }

    /** Counts a value that is not negative a number of times. */
    void record(long nanos, int count) {
        if (nanos < (long) TOTALS.getOpaque(totals, MIN)) {
            lowerMin(nanos);
        }
        if (nanos > (long) TOTALS.getOpaque(totals, MAX)) {
            raiseMax(nanos);
        }
        if (nanos > HistogramRange.HIGHEST_NANOS) {
            TOTALS.getAndAdd(totals, SUM, nanos * count);
            TOTALS.getAndAdd(totals, OVERFLOW, (long) count);
            return;
        }
        int index = layout.index(nanos);
        int[] counters = chunk(layout.chunk(index));
        int place = layout.place(index);
        if (owned) {
            TOTALS.setRelease(totals, SUM, (long) TOTALS.get(totals, SUM) + nanos * count);
            COUNTERS.setRelease(counters, place, (int) COUNTERS.get(counters, place) + count);
        } else {
            TOTALS.getAndAdd(totals, SUM, nanos * count);
            COUNTERS.getAndAdd(counters, place, count);
        }
    }

    /**
     * Adds the counters of a chunk to the given ones. They are read with plain reads, so that the JIT can vectorise
     * them: an int is never torn, and the fence after the reader's counter reads keeps a later reading from an older
     * value.
     */
    boolean addChunkTo(int chunk, int[] counts) {
        int[] counters = (int[]) CHUNKS.getAcquire(chunks, chunk);
        if (counters == null) {
            return false;
        }
        for (int i = 0; i < counts.length; i++) {
            counts[i] += counters[i];
        }
        return true;
    }

    long sum() {
        return (long) TOTALS.getVolatile(totals, SUM);
    }

    long overflow() {
        return (long) TOTALS.getVolatile(totals, OVERFLOW);
    }

    /** Least value since the last call, {@link Long#MAX_VALUE} when there was none. */
    long takeMin() {
        return (long) TOTALS.getAndSet(totals, MIN, Long.MAX_VALUE);
    }

    /** Greatest value since the last call, {@link Long#MIN_VALUE} when there was none. */
    long takeMax() {
        return (long) TOTALS.getAndSet(totals, MAX, Long.MIN_VALUE);
    }

    void allocateLike(HistogramStripe other) {
        for (int chunk = 0; chunk < chunks.length; chunk++) {
            if (CHUNKS.getAcquire(other.chunks, chunk) != null) {
                chunk(chunk);
            }
        }
    }

    private int[] chunk(int chunk) {
        int[] counters = (int[]) CHUNKS.getAcquire(chunks, chunk);
        return counters != null ? counters : allocate(chunk);
    }

    private int[] allocate(int chunk) {
        int[] fresh = new int[layout.chunkSize()];
        int[] earlier = (int[]) CHUNKS.compareAndExchange(chunks, chunk, null, fresh);
        return earlier != null ? earlier : fresh;
    }

    private void lowerMin(long nanos) {
        long seen = (long) TOTALS.getVolatile(totals, MIN);
        while (nanos < seen && !TOTALS.compareAndSet(totals, MIN, seen, nanos)) {
            seen = (long) TOTALS.getVolatile(totals, MIN);
        }
    }

    private void raiseMax(long nanos) {
        long seen = (long) TOTALS.getVolatile(totals, MAX);
        while (nanos > seen && !TOTALS.compareAndSet(totals, MAX, seen, nanos)) {
            seen = (long) TOTALS.getVolatile(totals, MAX);
        }
    }
}
