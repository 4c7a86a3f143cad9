// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.meter;

import java.time.Duration;
import java.util.List;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;

/** Power that a meter has reported, as samples of telemetry. */
public final class PowerReading {
    /** Series of a power. */
    public static final String POWER = "power";

    private static final double NANOS_PER_MILLI = 1e6;

    private PowerReading() {}

    /**
     * A power that the meter had at some instant between question and answer: the middle is taken, and may be wrong by half of that
     * time.
     *
     * @param watts power, in W
     * @param askedNanos instant of the question by a monotonic clock
     * @param answeredNanos instant of the answer
     */
    public static List<Sample> between(double watts, long askedNanos, long answeredNanos) {
        Duration half = Duration.ofNanos((answeredNanos - askedNanos) / 2);
        return of(watts, half, half);
    }

    /**
     * A power of known age.
     *
     * @param error by how much the age may be wrong
     */
    public static List<Sample> of(double watts, Duration age, Duration error) {
        return List.of(
                new Sample(POWER, watts, "W", false, age),
                new Sample(TelemetrySource.TIME_ERROR, error.toNanos() / NANOS_PER_MILLI, "ms", false, age));
    }
}
