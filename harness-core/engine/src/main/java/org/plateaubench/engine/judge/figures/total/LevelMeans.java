// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Edges;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorstBacklog;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

final class LevelMeans {
    private final Map<String, Agent> agents = new HashMap<>();
    private final Map<Long, Moment> backlogs = new TreeMap<>();

    /** The sum over all agents at the end of the intervals with one number. */
    private static final class Moment {
        private long units;
        private long endNanos;
    }

    private static final class Agent {
        private double userNanos;
        private double lostNanos;
        private double nanos;
        private WorkloadInterval.@Nullable Levels atStart;
        private WorkloadInterval.@Nullable Levels atEnd;
    }

    /** Adds an interval; intervals must be added in the order of time. Its levels are those at its end. */
    void add(StoredInterval interval, WorkloadInterval.Levels levels, Window window) {
        Agent agent = agents.computeIfAbsent(interval.agent(), name -> new Agent());
        if (!window.holds(interval)) {
            agent.atStart = interval.endNanos() < window.endNanos() ? levels : agent.atStart;
            return;
        }
        double length = (double) (interval.endNanos() - interval.startNanos());
        agent.userNanos += levels.liveUsers() * length;
        agent.lostNanos += levels.lostUsers() * length;
        agent.nanos += length;
        agent.atEnd = levels;
        if (levels.countsBacklog()) {
            Moment moment = backlogs.computeIfAbsent(interval.sequence(), number -> new Moment());
            moment.units += levels.backlog();
            moment.endNanos = Math.max(moment.endNanos, interval.endNanos());
        }
    }

    /** The worst interval of the window, or the first of several equal ones; null if no backlog was counted. */
    @Nullable
    WorstBacklog worstBacklog() {
        WorstBacklog worst = null;
        for (Moment moment : backlogs.values()) {
            if (worst == null || moment.units > worst.units()) {
                worst = new WorstBacklog(moment.units, Figures.rounded(Figures.seconds(moment.endNanos)));
            }
        }
        return worst;
    }

    /** The mean number of users over time, summed over agents; null without an interval in the window. */
    @Nullable
    Double meanLiveUsers() {
        double users = 0;
        boolean known = false;
        for (Agent agent : agents.values()) {
            known |= agent.nanos > 0;
            users += agent.nanos > 0 ? agent.userNanos / agent.nanos : 0;
        }
        return known ? Double.valueOf(Figures.rounded(users)) : null;
    }

    /** Mean over time of users whose driver did not return, summed over agents. */
    double meanLostUsers() {
        return agents.values().stream()
                .filter(agent -> agent.nanos > 0)
                .mapToDouble(agent -> agent.lostNanos / agent.nanos)
                .sum();
    }

    Edges edges() {
        long inFlightAtStart = 0;
        long inFlightAtEnd = 0;
        long queuedAtEnd = 0;
        for (Agent agent : agents.values()) {
            inFlightAtStart += agent.atStart == null ? 0 : agent.atStart.inFlight();
            inFlightAtEnd += agent.atEnd == null ? 0 : agent.atEnd.inFlight();
            queuedAtEnd += agent.atEnd == null ? 0 : agent.atEnd.queued();
        }
        return new Edges(inFlightAtStart, inFlightAtEnd, queuedAtEnd);
    }
}
