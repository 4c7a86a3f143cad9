// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Counters that only one thread reads. Any thread adds, or one at a time to an owned copy, without a lock and, except
 * for the first time in an owned copy, without allocation.
 */
public final class StripedCounters {
    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle STRIPES = MethodHandles.arrayElementVarHandle(long[][].class);

    /** Unused counters on either side, two cache lines, so that no neighbour in memory slows them down. */
    private static final int PADDING = 16;

    private final long[] @Nullable [] stripes;
    private final long[] drained;

    /** Creates the given number of counters, at 0. */
    public StripedCounters(int counters) {
        stripes = new long[Stripes.TOTAL_COUNT][];
        drained = new long[counters];
        for (int i = 0; i < Stripes.COUNT; i++) {
            stripes[i] = copy();
        }
    }

    private long[] copy() {
        return new long[PADDING + drained.length + PADDING];
    }

    /** Adds to a counter. May be called on any thread; an owned stripe by its owner only. */
    public void add(int counter, int stripe, long amount) {
        long[] cells = stripes[stripe];
        int cell = PADDING + counter;
        if (!Stripes.isOwned(stripe)) {
            CELLS.getAndAdd(cells, cell, amount);
        } else {
            long[] own = cells != null ? cells : allocate(stripe);
            CELLS.setRelease(own, cell, (long) CELLS.get(own, cell) + amount);
        }
    }

    private long[] allocate(int stripe) {
        long[] fresh = copy();
        STRIPES.setRelease(stripes, stripe, fresh);
        return fresh;
    }

    /** The sum of all additions. May be called on any thread. */
    public long total(int counter) {
        long now = 0;
        for (int i = 0; i < stripes.length; i++) {
            long[] stripe = (long[]) STRIPES.getAcquire(stripes, i);
            now += stripe == null ? 0 : (long) CELLS.getVolatile(stripe, PADDING + counter);
        }
        return now;
    }

    /** The additions since the last call. Must be called by one thread only. */
    public long drain(int counter) {
        long now = total(counter);
        long difference = now - drained[counter];
        drained[counter] = now;
        return difference;
    }
}
