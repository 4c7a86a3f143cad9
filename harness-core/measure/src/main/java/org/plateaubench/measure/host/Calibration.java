// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

/** The precision of a host's clock and timed waits, from a short measurement. */
public record Calibration(
        ClockCost clock,
        ParkError platform,
        ParkError virtual,
        long longestStallNanos,
        long lengthNanos,
        long exchangeNanos,
        int cores) {

    public record ClockCost(double readNanos, long stepNanos) {}

    /**
     * The lateness of waits: how long after their deadlines they ended. Percentiles are 0 when nothing was measured.
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
