// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

/**
 * Selects the copy of the counters that a thread adds to. Two threads may share one, so additions are atomic; there are
 * about twice as many copies as threads can run at once, so that they seldom collide, regardless of the number of
 * virtual threads. A thread that records often, such as an event loop, may own a copy, and then needs no atomic
 * additions.
 */
public final class Stripes {
    /** Maximum number of copies: beyond it memory grows without a gain in speed. */
    private static final int MAX_STRIPES = 16;
    /** Number of copies, a power of two. */
    public static final int COUNT = count(Runtime.getRuntime().availableProcessors());

    /** Number of further copies, each owned by one thread at a time: the number of threads that can run at once. */
    public static final int OWNED = Math.min(MAX_STRIPES, Runtime.getRuntime().availableProcessors());
    /** Number of all copies. */
    static final int TOTAL_COUNT = COUNT + OWNED;

    private static final int SHIFT = Long.numberOfLeadingZeros(COUNT) + 1;

    private Stripes() {}

    /** Whether only one thread at a time adds to a copy. */
    static boolean isOwned(int stripe) {
        return stripe >= COUNT;
    }

    /** The copy for the calling thread, from 0 to {@link #COUNT} - 1. */
    public static int current() {
        return of(Thread.currentThread().threadId());
    }

    /** Multiplying by 2^64 over the golden ratio spreads numbers that follow each other evenly over the upper bits. */
    static int of(long threadId) {
        return (int) ((threadId * 0x9E37_79B9_7F4A_7C15L) >>> SHIFT);
    }

    /** The next power of two from twice the number of cores. */
    static int count(int cores) {
        return Math.min(MAX_STRIPES, Integer.highestOneBit(2 * cores - 1) << 1);
    }
}
