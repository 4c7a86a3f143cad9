// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/**
 * How far the run's clock of an agent was from the controller's, as read by the controller. If the controller has no
 * readings for longer than a limit, the agent's comparison with the clock of the broker's host continues the last one,
 * by the change of that comparison since then; the bounds of all three readings add up. If the broker is on a third
 * host, its own clock may also have drifted from the controller's since then, by the greatest drift of a clock.
 * Immutable.
 *
 * @param all the readings in the order of time
 * @param isFilled whether some of them continue a reading of the controller
 */
record ClockReadings(List<Reading> all, boolean isFilled) {
    /** One reading of a clock: how far it was ahead, and the error bound of this value, in milliseconds. */
    record Reading(long runNanos, double departureMs, double boundMs) {
        double worstMs() {
            return Math.abs(departureMs) + boundMs;
        }

        Reading drifted(long sinceNanos, double mostDrift) {
            return new Reading(runNanos, departureMs, boundMs + (runNanos - sinceNanos) * mostDrift / Nanos.PER_MILLI);
        }
    }

    /**
     * The readings of an agent.
     *
     * @param samples samples of its clock, in the order in which they were stored
     * @param endNanos end of its last interval on the run's clock
     * @param limitNanos longest accepted time without a reading of the controller
     * @param mostDrift greatest drift of a clock, as a share
     */
    static ClockReadings of(List<TelemetrySample> samples, long endNanos, long limitNanos, double mostDrift) {
        List<Reading> known = pairs(samples, ClockTelemetry.DEPARTURE, ClockTelemetry.BOUND);
        List<Reading> broker = pairs(samples, ClockTelemetry.BROKER_DEPARTURE, ClockTelemetry.BROKER_BOUND);
        List<Reading> third = pairs(samples, ClockTelemetry.BROKER_DEPARTURE, ClockTelemetry.THIRD_HOST_BOUND);
        List<Reading> all = new ArrayList<>(known);
        for (int at = 0; at < known.size(); at++) {
            Reading from = known.get(at);
            boolean isLast = at == known.size() - 1;
            long untilNanos = isLast ? endNanos : known.get(at + 1).runNanos();
            if (untilNanos - from.runNanos() > limitNanos) {
                all.addAll(continued(from, untilNanos, isLast, broker, mostDrift));
                continued(from, untilNanos, isLast, third, mostDrift)
                        .forEach(reading -> all.add(reading.drifted(from.runNanos(), mostDrift)));
            }
        }
        all.sort(Comparator.comparingLong(Reading::runNanos));
        return new ClockReadings(List.copyOf(all), all.size() > known.size());
    }

    /** Readings that come in pairs, the departure before its bound, in the order of time. */
    private static List<Reading> pairs(List<TelemetrySample> samples, String departures, String bounds) {
        List<Reading> readings = new ArrayList<>();
        TelemetrySample departure = null;
        for (TelemetrySample point : samples) {
            if (point.series().equals(departures)) {
                departure = point;
            } else if (point.series().equals(bounds) && departure != null && departure.runNanos() == point.runNanos()) {
                readings.add(new Reading(point.runNanos(), departure.value(), point.value()));
            }
        }
        readings.sort(Comparator.comparingLong(Reading::runNanos));
        return readings;
    }

    /**
     * The comparisons with the broker's clock after a reading of the controller, as if the controller had continued to
     * read.
     */
    private static List<Reading> continued(
            Reading from, long untilNanos, boolean toTheEnd, List<Reading> broker, double mostDrift) {
        Reading beside = broker.stream()
                .min(Comparator.comparingLong(reading -> Math.abs(reading.runNanos() - from.runNanos())))
                .orElse(null);
        if (beside == null) {
            return List.of();
        }
        double betweenMs = Math.abs(beside.runNanos() - from.runNanos()) * mostDrift / Nanos.PER_MILLI;
        return broker.stream()
                .filter(reading -> reading.runNanos() > from.runNanos())
                .filter(reading -> toTheEnd || reading.runNanos() < untilNanos)
                .map(reading -> new Reading(
                        reading.runNanos(),
                        from.departureMs() + reading.departureMs() - beside.departureMs(),
                        from.boundMs() + betweenMs + beside.boundMs() + reading.boundMs()))
                .toList();
    }

    /** The longest time without a reading from the start to the end. */
    long longestGapNanos(long endNanos) {
        long before = 0;
        long longest = 0;
        for (Reading reading : all) {
            longest = Math.max(longest, reading.runNanos() - before);
            before = reading.runNanos();
        }
        return Math.max(longest, endNanos - before);
    }
}
