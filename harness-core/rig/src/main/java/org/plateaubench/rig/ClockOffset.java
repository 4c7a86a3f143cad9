// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

/**
 * How far the clock of the other end is ahead, by round trips: it was read between question and answer, so that half of a
 * round trip bounds the error of taking the middle. Since then it may have drifted, so that of the latest round trips the
 * one counts whose bound, with the drift since, is least. Not thread-safe.
 */
final class ClockOffset {
    /**
     * Number of round trips that are kept: those of the last twenty seconds or so, or of a hundred where the clock is
     * read once in a second.
     */
    private static final int KEPT = 100;

    /** The most that a kernel makes a clock faster or slower, 500 parts in a million. */
    private static final long MOST_DRIFT = 2_000;

    private final long[] aheadNanos = new long[KEPT];
    private final long[] tripNanos = new long[KEPT];
    private final long[] backNanos = new long[KEPT];
    private long trips;

    /**
     * What is known.
     *
     * @param aheadNanos how far the other clock is ahead
     * @param boundNanos greatest error of that
     */
    record Estimate(long aheadNanos, long boundNanos) {}

    /**
     * A round trip.
     *
     * @param sentNanos when it was sent, on the own clock
     * @param peerNanos when it was answered, on the other clock
     * @param arrivedNanos when the answer arrived, on the own clock
     */
    void add(long sentNanos, long peerNanos, long arrivedNanos) {
        if (arrivedNanos >= sentNanos) {
            int at = (int) (trips++ % KEPT);
            tripNanos[at] = arrivedNanos - sentNanos;
            aheadNanos[at] = peerNanos - sentNanos - tripNanos[at] / 2;
            backNanos[at] = arrivedNanos;
        }
    }

    /** Whether there was a round trip. */
    boolean isKnown() {
        return trips > 0;
    }

    /** The offset at an instant of the own clock, after the latest round trips. */
    Estimate at(long nowNanos) {
        int best = 0;
        for (int at = 1; at < Math.min(trips, KEPT); at++) {
            best = boundNanos(at, nowNanos) < boundNanos(best, nowNanos) ? at : best;
        }
        return new Estimate(aheadNanos[best], boundNanos(best, nowNanos));
    }

    private long boundNanos(int at, long nowNanos) {
        long ageNanos = Math.max(0, nowNanos - backNanos[at]) + tripNanos[at];
        return (tripNanos[at] + 1) / 2 + ageNanos / MOST_DRIFT;
    }
}
