// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.time.Duration;
import java.util.List;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;

/** Converts the power that a meter has reported to samples of telemetry. */
final class PowerReading {
    /** Name of the series of the power. */
    public static final String POWER = "power";

    private static final double NANOS_PER_MILLI = 1e6;

    private PowerReading() {}

    /**
     * Converts a power that was measured at an unknown instant between request and answer. The midpoint is used, which
     * may be wrong by half of that time.
     */
    public static List<Sample> between(double watts, long askedNanos, long answeredNanos) {
        Duration half = Duration.ofNanos((answeredNanos - askedNanos) / 2);
        return of(watts, half, half);
    }

    /** Converts a power of known age; the error is the greatest possible one of the age. */
    public static List<Sample> of(double watts, Duration age, Duration error) {
        return List.of(
                new Sample(POWER, watts, "W", false, age),
                new Sample(TelemetrySource.TIME_ERROR, error.toNanos() / NANOS_PER_MILLI, "ms", false, age));
    }
}
