// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.measure.interval.ScheduleInterval;

/** Adds up one agent's samples of the operations in flight of one workload. Not thread-safe. */
final class InFlightTotals {
    private static final ScheduleFigures.InFlight NOTHING_SEEN = new ScheduleFigures.InFlight(0, 0, 0, 0, 0, 0, 0);

    private boolean known = true;
    private double nanos;
    private long samples;
    private double sum;
    private double squares;
    private long most;
    private double handBackNanos;
    private double ageAtStart;
    private double ageAtEnd;
    private long movedAtStart;
    private long movedAtEnd;

    /** Adds an interval before the window, which gives the operations in flight at its start. */
    void addBefore(ScheduleInterval.@Nullable InFlight seen) {
        ageAtStart = seen == null ? 0 : seen.ageNanos();
        movedAtStart = seen == null ? 0 : seen.moved();
    }

    void addInside(ScheduleInterval.@Nullable InFlight seen, double lengthNanos) {
        if (seen == null) {
            known = false;
            return;
        }
        nanos += lengthNanos;
        samples += seen.samples();
        sum += seen.sum();
        squares += seen.squares();
        most = Math.max(most, seen.most());
        handBackNanos += seen.handBackNanos();
        ageAtEnd = seen.ageNanos();
        movedAtEnd = seen.moved();
    }

    private double mean() {
        return sum / samples;
    }

    /**
     * The squared error of the mean. The instants are random, so the samples are independent of each other for given
     * activities of the users.
     */
    private double errorSquared() {
        double variance = Math.max(0, squares / samples - mean() * mean()) * samples / (samples - 1);
        return variance / samples;
    }

    /**
     * The figures of all agents together.
     *
     * @return null when an agent has no samples; without samples when an agent has fewer than two
     */
    static ScheduleFigures.@Nullable InFlight figures(List<InFlightTotals> agents, double windowNanos) {
        long samples = 0;
        double mean = 0;
        double errorSquared = 0;
        long most = 0;
        double handBack = 0;
        double ageChange = 0;
        long moved = 0;
        for (InFlightTotals agent : agents) {
            if (!agent.known) {
                return null;
            }
            if (agent.samples < 2) {
                return NOTHING_SEEN;
            }
            double share = agent.nanos / windowNanos;
            samples += agent.samples;
            mean += share * agent.mean();
            errorSquared += share * share * agent.errorSquared();
            most += agent.most;
            handBack += agent.handBackNanos;
            ageChange += agent.ageAtEnd - agent.ageAtStart;
            moved += agent.movedAtStart + agent.movedAtEnd;
        }
        return agents.isEmpty()
                ? null
                : new ScheduleFigures.InFlight(
                        samples, mean, Math.sqrt(errorSquared), most, handBack / 1e9, ageChange / 1e9, moved);
    }
}
