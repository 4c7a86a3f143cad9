// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentHosts;
import org.plateaubench.engine.judge.audit.AuditResult.UpperBound;
import org.plateaubench.engine.judge.figures.ClockError;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/**
 * Audits how far the run's clock of each agent was from the controller's (measurement rules M8 and M17): the greatest
 * sum of departure and error bound of any reading. The allowed error is a share of the interval of one second, because
 * that share of the counts of an interval may then belong to a neighbouring interval. Where the controller did not read
 * the clock, for example after a kill, the agent's comparison with the broker host's clock continues the last reading.
 */
final class ClockAudits {
    private static final double STANDARD_MS = 10;
    private static final double DEV_MS = 100;

    private final boolean isDev;
    private final StoredRun run;
    private final AgentHosts hosts;
    /** Clock samples by source, so that the samples are not searched once for each of thousands of agents. */
    private final Map<String, List<TelemetrySample>> clockSamples;

    private final Map<String, Long> ends = new HashMap<>();

    ClockAudits(RunClass runClass, StoredRun run) {
        isDev = runClass == RunClass.DEV;
        this.run = run;
        hosts = new AgentHosts(run.events());
        clockSamples = run.telemetry().stream()
                .filter(sample -> sample.source().startsWith(ClockTelemetry.source("")))
                .collect(Collectors.groupingBy(TelemetrySample::source));
        run.intervals().forEach(interval -> ends.merge(interval.agent(), interval.endNanos(), Math::max));
    }

    List<AuditResult> errors(Set<String> agents) {
        Set<String> others = new TreeSet<>(agents);
        others.removeIf(agent -> RigSpec.isLocal(agent) && !isRead(agent));
        List<AuditResult> audits = new ArrayList<>();
        if (others.size() < agents.size() || agents.isEmpty()) {
            audits.add(local(agents.stream()
                    .filter(agent -> !others.contains(agent))
                    .mapToDouble(this::lateMs)
                    .max()
                    .orElse(0)));
        }
        others.forEach(agent -> audits.add(error(agent)));
        return audits;
    }

    private boolean isRead(String agent) {
        return clockSamples.getOrDefault(ClockTelemetry.source(agent), List.of()).stream()
                .anyMatch(sample -> sample.series().equals(ClockTelemetry.DEPARTURE));
    }

    /** Agents on the controller's host, in its process or in another, read the controller's clock. */
    private AuditResult local(double lateMs) {
        boolean isOtherProcess = run.events().stream().anyMatch(event -> event.is(EventType.AGENT_PROCESS));
        String sameClock = "Controller and agent run " + (isOtherProcess ? "on the same host" : "in the same process")
                + " and read the same clock.";
        if (lateMs == 0) {
            return AuditResult.of(AuditOrRule.CLOCK_ERROR, true, Scope.RUN, 0.0, null, "ms", sameClock);
        }
        return bound(Scope.RUN)
                .withRemedy(
                        lateMs,
                        sameClock + " An agent received the start " + Figures.text(Figures.rounded(lateMs), "ms")
                                + " too late",
                        "Something delayed this host: find out what else runs on it, and run again.");
    }

    private UpperBound bound(Scope scope) {
        return new UpperBound(AuditOrRule.CLOCK_ERROR, scope, isDev ? DEV_MS : STANDARD_MS, "ms");
    }

    private double lateMs(String agent) {
        return clockSamples.getOrDefault(ClockTelemetry.source(agent), List.of()).stream()
                .filter(sample -> sample.series().equals(ClockTelemetry.LATE_START))
                .mapToDouble(TelemetrySample::value)
                .max()
                .orElse(0);
    }

    private AuditResult error(String agent) {
        UpperBound bound = bound(Scope.agent(agent));
        long endNanos = ends.getOrDefault(agent, 0L);
        ClockReadings known = ClockReadings.of(
                clockSamples.getOrDefault(ClockTelemetry.source(agent), List.of()),
                endNanos,
                ClockError.MAX_GAP_NANOS,
                ClockError.MAX_DRIFT);
        List<ClockReadings.Reading> readings = known.all();
        if (readings.size() < 2 || known.longestGapNanos(endNanos) > ClockError.MAX_GAP_NANOS) {
            return bound.notTested("The clock of agent " + agent + hosts.phrase(agent)
                    + " was not read throughout the run, neither by the controller nor against the clock of"
                    + " the broker's host, so its error is unknown. The events show what happened to the"
                    + " connection or the controller.");
        }
        double worst = Figures.rounded(Math.max(
                readings.stream()
                        .mapToDouble(ClockReadings.Reading::worstMs)
                        .max()
                        .orElse(0),
                worstAtEndMs(endNanos, readings)));
        double lateMs = lateMs(agent);
        double skewMs = startSkewMs(readings, lateMs);
        String advice = skewMs > worst
                ? "It did not begin together with the others: its connection was cut or its host was delayed. Run"
                        + " again when neither is disturbed."
                : "Intervals and phases of this agent do not coincide with those of the others: synchronise both"
                        + " hosts with the same time server, or move the broker nearer, and run again.";
        return bound.withRemedy(Math.max(worst, skewMs), finding(agent, known, worst, lateMs), advice);
    }

    /** Difference to the other agents' starts, in ms: the clock's error then and the start message's delay. */
    private static double startSkewMs(List<ClockReadings.Reading> readings, double lateMs) {
        return Figures.rounded(readings.getFirst().worstMs() + lateMs);
    }

    private String finding(String agent, ClockReadings known, double worst, double lateMs) {
        return "The run's clock of agent " + agent + hosts.phrase(agent) + " was at most " + Figures.text(worst, "ms")
                + " from the controller's, including the error of measurement (start skew at most "
                + Figures.text(startSkewMs(known.all(), lateMs), "ms")
                + (lateMs == 0
                        ? ""
                        : ", since it received the start " + Figures.text(Figures.rounded(lateMs), "ms") + " too late")
                + ")"
                + (known.isFilled()
                        ? ", where the controller did not read it by the clock of the broker's host, which it was compared"
                                + " with all run long"
                        : "");
    }

    /** The worst error at the end, in milliseconds: the clock may have drifted since the last reading. */
    private static double worstAtEndMs(long endNanos, List<ClockReadings.Reading> readings) {
        long sinceNanos = Math.max(0, endNanos - readings.getLast().runNanos());
        return readings.getLast().worstMs() + sinceNanos * ClockError.MAX_DRIFT / Nanos.PER_MILLI;
    }

    /**
     * How far the run's clock of an agent was from the controller's, as read by the controller. If the controller has
     * no readings for longer than a limit, its last reading is continued by the change of the agent's own comparison
     * with the clock of the broker's host; the bounds of all three readings add up. If the broker is on a third host,
     * its clock may also have drifted from the controller's since then, at most as fast as clocks do. Immutable.
     */
    private record ClockReadings(List<Reading> all, boolean isFilled) {
        /** A reading of a clock: by how much it was ahead, and the error bound of this value, in milliseconds. */
        record Reading(long runNanos, double departureMs, double boundMs) {
            double worstMs() {
                return Math.abs(departureMs) + boundMs;
            }

            Reading drifted(long sinceNanos, double maxDrift) {
                return new Reading(
                        runNanos, departureMs, boundMs + (runNanos - sinceNanos) * maxDrift / Nanos.PER_MILLI);
            }
        }

        static ClockReadings of(List<TelemetrySample> samples, long endNanos, long limitNanos, double maxDrift) {
            List<Reading> known = pairs(samples, ClockTelemetry.DEPARTURE, ClockTelemetry.BOUND);
            List<Reading> broker = pairs(samples, ClockTelemetry.BROKER_DEPARTURE, ClockTelemetry.BROKER_BOUND);
            List<Reading> third = pairs(samples, ClockTelemetry.BROKER_DEPARTURE, ClockTelemetry.THIRD_HOST_BOUND);
            List<Reading> all = new ArrayList<>(known);
            for (int at = 0; at < known.size(); at++) {
                Reading from = known.get(at);
                boolean isLast = at == known.size() - 1;
                long untilNanos = isLast ? endNanos : known.get(at + 1).runNanos();
                if (untilNanos - from.runNanos() > limitNanos) {
                    all.addAll(continued(from, untilNanos, isLast, broker, maxDrift));
                    continued(from, untilNanos, isLast, third, maxDrift)
                            .forEach(reading -> all.add(reading.drifted(from.runNanos(), maxDrift)));
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
                } else if (point.series().equals(bounds)
                        && departure != null
                        && departure.runNanos() == point.runNanos()) {
                    readings.add(new Reading(point.runNanos(), departure.value(), point.value()));
                }
            }
            readings.sort(Comparator.comparingLong(Reading::runNanos));
            return readings;
        }

        /** Comparisons with the broker's clock after a controller's reading, as if it had continued to read. */
        private static List<Reading> continued(
                Reading from, long untilNanos, boolean isLast, List<Reading> broker, double maxDrift) {
            Reading nearest = broker.stream()
                    .min(Comparator.comparingLong(reading -> Math.abs(reading.runNanos() - from.runNanos())))
                    .orElse(null);
            if (nearest == null) {
                return List.of();
            }
            double betweenMs = Math.abs(nearest.runNanos() - from.runNanos()) * maxDrift / Nanos.PER_MILLI;
            return broker.stream()
                    .filter(reading -> reading.runNanos() > from.runNanos())
                    .filter(reading -> isLast || reading.runNanos() < untilNanos)
                    .map(reading -> new Reading(
                            reading.runNanos(),
                            from.departureMs() + reading.departureMs() - nearest.departureMs(),
                            from.boundMs() + betweenMs + nearest.boundMs() + reading.boundMs()))
                    .toList();
        }

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
}
