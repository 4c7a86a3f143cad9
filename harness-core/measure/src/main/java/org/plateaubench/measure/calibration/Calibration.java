// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.calibration;

/**
 * What a host can be relied on for, as far as a moment shows.
 *
 * @param clock what it takes to read the clock
 * @param platform how late waits of platform threads end
 * @param virtual how late waits of virtual threads end
 * @param longestStallNanos longest lateness of a thread that only sleeps, over the whole time
 * @param lengthNanos how long was measured
 */
public record Calibration(
        ClockCost clock, ParkError platform, ParkError virtual, long longestStallNanos, long lengthNanos) {

    /**
     * The clock.
     *
     * @param readNanos time that one read takes
     * @param stepNanos smallest step between two reads that differ, 0 when it never moved
     */
    public record ClockCost(double readNanos, long stepNanos) {}

    /**
     * By how much waits ended later than asked for. Percentiles are 0 when nothing was measured.
     *
     * @param count waits
     * @param p50Nanos half of them were no later than this
     * @param p90Nanos nine of ten
     * @param p99Nanos 99 of 100
     * @param maxNanos the latest
     * @param cpuNanosPerWait CPU time of this process per wait, negative when not known
     */
    public record ParkError(
            int count, long p50Nanos, long p90Nanos, long p99Nanos, long maxNanos, long cpuNanosPerWait) {

        /** Of errors in ascending order: a percentile is the smallest of them that at least so many do not exceed. */
        static ParkError of(long[] ascendingNanos, long cpuNanos) {
            int count = ascendingNanos.length;
            if (count == 0) {
                return new ParkError(0, 0, 0, 0, 0, -1);
            }
            return new ParkError(
                    count,
                    rank(ascendingNanos, 50),
                    rank(ascendingNanos, 90),
                    rank(ascendingNanos, 99),
                    ascendingNanos[count - 1],
                    cpuNanos < 0 ? -1 : cpuNanos / count);
        }

        private static long rank(long[] ascendingNanos, int percent) {
            return ascendingNanos[(int) Math.ceilDiv((long) ascendingNanos.length * percent, 100L) - 1];
        }
    }
}
