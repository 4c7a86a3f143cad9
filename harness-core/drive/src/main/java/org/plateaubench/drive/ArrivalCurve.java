// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

/** The rate of an open load over time, as its integral turned around. Immutable. */
@FunctionalInterface
interface ArrivalCurve {

    /**
     * When so many arrivals are expected to have come.
     *
     * @param arrivals expected number since the start, not negative
     * @return nanoseconds on the run's clock
     */
    long instantNanos(double arrivals);

    /**
     * A rate that climbs evenly from 0 and then stays: r t^2 / 2R arrivals up to t within the ramp R, then rR/2 + r (t
     * - R).
     *
     * @param rampNanos length of the climb, which may be 0
     * @param ratePerSecond the rate that is reached
     */
    static ArrivalCurve ramp(long rampNanos, double ratePerSecond) {
        double perNano = ratePerSecond / 1e9;
        double inRamp = perNano * rampNanos / 2;
        return arrivals -> arrivals < inRamp
                ? (long) Math.sqrt(2 * arrivals * rampNanos / perNano)
                : rampNanos + (long) ((arrivals - inRamp) / perNano);
    }
}
