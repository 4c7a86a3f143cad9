// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of histograms of one layout, each in {@link Stripes#TOTAL_COUNT} copies that are created when they first
 * record a value. Any thread records.
 */
public final class HistogramTable {
    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(HistogramStripe[].class);

    private final HistogramLayout layout;
    private final @Nullable HistogramStripe[] cells;

    /** Creates a table of the given number of empty histograms. */
    public HistogramTable(HistogramLayout layout, int histograms) {
        this.layout = layout;
        this.cells = new HistogramStripe[histograms * Stripes.TOTAL_COUNT];
    }

    public HistogramLayout layout() {
        return layout;
    }

    public int histograms() {
        return cells.length / Stripes.TOTAL_COUNT;
    }

    /** Counts a value that is not negative. */
    public void record(int histogram, int stripe, long nanos) {
        stripe(histogram, stripe).record(nanos, 1);
    }

    /** Counts a value that is not negative a number of times. */
    public void record(int histogram, int stripe, long nanos, int count) {
        stripe(histogram, stripe).record(nanos, count);
    }

    /** A copy of a histogram, null when nothing was recorded in it and no memory was allocated. */
    @Nullable
    HistogramStripe find(int histogram, int stripe) {
        return (HistogramStripe) CELLS.getAcquire(cells, histogram * Stripes.TOTAL_COUNT + stripe);
    }

    public void allocateLike(int histogram, int other) {
        for (int stripe = 0; stripe < Stripes.TOTAL_COUNT; stripe++) {
            HistogramStripe existing = find(other, stripe);
            if (existing != null) {
                stripe(histogram, stripe).allocateLike(existing);
            }
        }
    }

    private HistogramStripe stripe(int histogram, int stripe) {
        HistogramStripe existing = find(histogram, stripe);
        return existing != null
                ? existing
                : allocate(histogram * Stripes.TOTAL_COUNT + stripe, Stripes.isOwned(stripe));
    }

    private HistogramStripe allocate(int cell, boolean owned) {
        HistogramStripe fresh = new HistogramStripe(layout, owned);
        HistogramStripe earlier = (HistogramStripe) CELLS.compareAndExchange(cells, cell, null, fresh);
        return earlier != null ? earlier : fresh;
    }
}
