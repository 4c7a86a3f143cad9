// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/** Computes the error of the run's clock of agents from the readings of the controller. Stateless and thread-safe. */
public final class ClockError {
    /** Readings come once per interval of ten seconds at most; no drift reaches a relevant bound in this time. */
    public static final long MAX_GAP_NANOS = 15_000_000_000L;
    /** The greatest rate at which a kernel slews a clock, as a share. */
    public static final double MAX_DRIFT = 5e-4;

    private ClockError() {}

    /**
     * The greatest sum of departure and error bound of any reading, in milliseconds; empty if there are no readings, as
     * for agents that read the controller's own clock. If the readings end long before the telemetry does, because the
     * controller was killed, the clock is assumed to have drifted from then on.
     *
     * @param telemetry in the order of time
     */
    public static OptionalDouble greatestMillis(List<TelemetrySample> telemetry, Predicate<String> sources) {
        long endNanos = 0;
        Map<String, Double> departures = new HashMap<>();
        Map<String, LastReading> last = new HashMap<>();
        OptionalDouble worst = OptionalDouble.empty();
        for (TelemetrySample point : telemetry) {
            endNanos = Math.max(endNanos, point.runNanos());
            if (!sources.test(point.source())) {
                continue;
            }
            if (point.series().equals(ClockTelemetry.DEPARTURE)) {
                departures.put(point.source(), Math.abs(point.value()));
            } else if (point.series().equals(ClockTelemetry.BOUND)) {
                double error = departures.getOrDefault(point.source(), 0.0) + point.value();
                last.put(point.source(), new LastReading(point.runNanos(), error));
                worst = OptionalDouble.of(Math.max(worst.orElse(0), error));
            }
        }
        for (LastReading reading : last.values()) {
            worst = OptionalDouble.of(Math.max(worst.orElse(0), reading.millisAt(endNanos)));
        }
        return worst;
    }

    private record LastReading(long runNanos, double errorMillis) {
        double millisAt(long endNanos) {
            long since = endNanos - runNanos;
            return since > MAX_GAP_NANOS ? errorMillis + since * MAX_DRIFT / Nanos.PER_MILLI : errorMillis;
        }
    }
}
