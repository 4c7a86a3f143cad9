// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

/**
 * How far the clock of the other end is ahead, by the shortest of the latest round trips: half of it bounds the error.
 * Not thread-safe.
 */
final class ClockOffset {
    /** Round trips among which the shortest counts: those of the last twenty seconds or so. */
    private static final int KEPT = 100;

    private final long[] aheadNanos = new long[KEPT];
    private final long[] tripNanos = new long[KEPT];
    private long trips;

    /**
     * A round trip.
     *
     * @param sentNanos when it was sent, on the own clock
     * @param peerNanos when it was answered, on the other clock
     * @param backNanos when the answer arrived, on the own clock
     */
    void add(long sentNanos, long peerNanos, long backNanos) {
        if (backNanos >= sentNanos) {
            int at = (int) (trips++ % KEPT);
            tripNanos[at] = backNanos - sentNanos;
            aheadNanos[at] = peerNanos - sentNanos - tripNanos[at] / 2;
        }
    }

    /** Whether there was a round trip. */
    boolean isKnown() {
        return trips > 0;
    }

    /** How far the other clock is ahead, in nanoseconds. */
    long aheadNanos() {
        return aheadNanos[shortest()];
    }

    private int shortest() {
        int shortest = 0;
        for (int at = 1; at < Math.min(trips, KEPT); at++) {
            shortest = tripNanos[at] < tripNanos[shortest] ? at : shortest;
        }
        return shortest;
    }
}
