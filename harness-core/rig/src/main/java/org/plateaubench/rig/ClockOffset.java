// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

/**
 * The difference between the clock of the other end and the own clock, determined by round trips. The other clock was
 * read between request and answer, so half of a round trip bounds the error of assuming the middle. Clocks may drift
 * afterwards, so the latest round trip with the least bound, including the drift since, is used. Not thread-safe.
 */
public final class ClockOffset {
    /** Round trips kept: those of about twenty seconds, or of a hundred if the clock is read once per second. */
    private static final int KEPT = 100;

    /** Reciprocal of the greatest drift: a kernel adjusts a clock by at most 500 parts per million. */
    private static final long MAX_DRIFT = 2_000;

    private final long[] aheadNanos = new long[KEPT];
    private final long[] tripNanos = new long[KEPT];
    private final long[] backNanos = new long[KEPT];
    private long trips;

    ClockOffset() {}

    public record Estimate(long aheadNanos, long boundNanos) {}

    void add(long sentNanos, long peerNanos, long arrivedNanos) {
        if (arrivedNanos >= sentNanos) {
            int at = (int) (trips++ % KEPT);
            tripNanos[at] = arrivedNanos - sentNanos;
            aheadNanos[at] = peerNanos - sentNanos - tripNanos[at] / 2;
            backNanos[at] = arrivedNanos;
        }
    }

    boolean isKnown() {
        return trips > 0;
    }

    Estimate at(long nowNanos) {
        int best = 0;
        for (int at = 1; at < Math.min(trips, KEPT); at++) {
            best = boundNanos(at, nowNanos) < boundNanos(best, nowNanos) ? at : best;
        }
        return new Estimate(aheadNanos[best], boundNanos(best, nowNanos));
    }

    private long boundNanos(int at, long nowNanos) {
        long ageNanos = Math.max(0, nowNanos - backNanos[at]) + tripNanos[at];
        return (tripNanos[at] + 1) / 2 + ageNanos / MAX_DRIFT;
    }
}
