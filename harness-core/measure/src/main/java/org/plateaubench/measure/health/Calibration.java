// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

/**
 * The precision of a host's clock and timed waits, from a short measurement.
 *
 * @param clock cost of reading the clock
 * @param platform lateness of waits of platform threads
 * @param virtual lateness of waits of virtual threads
 * @param longestStallNanos longest lateness of a thread that only sleeps, over the whole time
 * @param lengthNanos length of the measurement
 * @param exchangeNanos CPU time of both sides of an exchange of a request and its reply over a loopback connection,
 *     negative when not known
 * @param cores processors that the process may use
 */
public record Calibration(
        ClockCost clock,
        ParkError platform,
        ParkError virtual,
        long longestStallNanos,
        long lengthNanos,
        long exchangeNanos,
        int cores) {

    /**
     * The cost of the clock.
     *
     * @param readNanos time that one reading takes
     * @param stepNanos smallest difference between two readings that differ, 0 when the clock never advanced
     */
    public record ClockCost(double readNanos, long stepNanos) {}

    /**
     * The lateness of waits: how long after their deadlines they ended. Percentiles are 0 when nothing was measured.
     *
     * @param count number of waits
     * @param p50Nanos half of the waits were no later than this
     * @param p90Nanos nine of ten were no later than this
     * @param p99Nanos 99 of 100 were no later than this
     * @param maxNanos greatest lateness
     * @param cpuNanosPerWait CPU time of this process per wait, negative when not known
     */
    public record ParkError(
            int count, long p50Nanos, long p90Nanos, long p99Nanos, long maxNanos, long cpuNanosPerWait) {

        /**
         * The statistics of errors in ascending order: a percentile is the smallest error that at least that share of
         * them does not exceed.
         */
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
