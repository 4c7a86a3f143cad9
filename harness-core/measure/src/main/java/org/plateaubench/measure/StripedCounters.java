// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Counters that only one thread reads and any thread adds to, without a lock and without allocation. */
final class StripedCounters {
    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Two cache lines on either side, so that no neighbour in memory slows them down. */
    private static final int PADDING = 16;

    private final long[][] stripes;
    private final long[] seen;

    StripedCounters(int counters) {
        stripes = new long[Stripes.COUNT][PADDING + counters + PADDING];
        seen = new long[counters];
    }

    void add(int counter, int stripe, long amount) {
        CELLS.getAndAdd(stripes[stripe], PADDING + counter, amount);
    }

    /** What was added since the last call. One thread. */
    long drain(int counter) {
        long now = 0;
        for (long[] stripe : stripes) {
            now += (long) CELLS.getVolatile(stripe, PADDING + counter);
        }
        long difference = now - seen[counter];
        seen[counter] = now;
        return difference;
    }
}
