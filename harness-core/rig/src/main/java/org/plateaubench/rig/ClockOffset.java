// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

/**
 * The difference between the clock of the other end and the local clock, determined by round trips. The other clock was
 * read between request and answer, so half of a round trip bounds the error of assuming the middle. Clocks may drift
 * afterwards, so the round trip with the smallest bound, including the drift since then, is used. Not thread-safe.
 */
public final class ClockOffset {
    /** Enough round trips for twenty seconds, or for a hundred seconds if the clock is read once per second. */
    private static final int MAX_TRIPS = 100;

    /** Reciprocal of the maximum drift: a kernel adjusts a clock by at most 500 parts per million. */
    private static final long MAX_DRIFT = 2_000;

    private final long[] aheadNanos = new long[MAX_TRIPS];
    private final long[] tripNanos = new long[MAX_TRIPS];
    private final long[] arrivalNanos = new long[MAX_TRIPS];
    private long trips;

    ClockOffset() {}

    public record Estimate(long aheadNanos, long boundNanos) {}

    void add(long sentNanos, long peerNanos, long arrivedNanos) {
        if (arrivedNanos >= sentNanos) {
            int index = (int) (trips++ % MAX_TRIPS);
            tripNanos[index] = arrivedNanos - sentNanos;
            aheadNanos[index] = peerNanos - sentNanos - tripNanos[index] / 2;
            arrivalNanos[index] = arrivedNanos;
        }
    }

    boolean isKnown() {
        return trips > 0;
    }

    Estimate at(long nowNanos) {
        int best = 0;
        for (int index = 1; index < Math.min(trips, MAX_TRIPS); index++) {
            best = boundNanos(index, nowNanos) < boundNanos(best, nowNanos) ? index : best;
        }
        return new Estimate(aheadNanos[best], boundNanos(best, nowNanos));
    }

    private long boundNanos(int index, long nowNanos) {
        long ageNanos = Math.max(0, nowNanos - arrivalNanos[index]) + tripNanos[index];
        return (tripNanos[index] + 1) / 2 + ageNanos / MAX_DRIFT;
    }
}
