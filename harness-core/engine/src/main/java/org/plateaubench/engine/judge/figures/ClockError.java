// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/** How wrong the run's clock of agents was, by what the controller read of it. Stateless; any thread. */
public final class ClockError {
    private ClockError() {}

    /**
     * The greatest sum of departure and bound of any reading, in milliseconds; empty where none was taken, as of agents that read the
     * controller's own clock.
     *
     * @param sources which sources of telemetry count
     */
    public static OptionalDouble greatestMillis(List<TelemetrySample> telemetry, Predicate<String> sources) {
        OptionalDouble worst = OptionalDouble.empty();
        Map<String, Double> departures = new HashMap<>();
        for (TelemetrySample point : telemetry) {
            if (!sources.test(point.source())) {
                continue;
            }
            if (point.series().equals(ClockTelemetry.DEPARTURE)) {
                departures.put(point.source(), Math.abs(point.value()));
            } else if (point.series().equals(ClockTelemetry.BOUND)) {
                double error = departures.getOrDefault(point.source(), 0.0) + point.value();
                worst = OptionalDouble.of(Math.max(worst.orElse(0), error));
            }
        }
        return worst;
    }
}
