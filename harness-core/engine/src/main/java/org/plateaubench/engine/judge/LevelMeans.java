// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.WorkloadInterval;

/** Levels of one workload over the intervals of a window, added over agents. Not for several threads. */
final class LevelMeans {
    private final Map<String, Agent> agents = new HashMap<>();

    private static final class Agent {
        private double userNanos;
        private double nanos;
        private long lastEndNanos = Long.MIN_VALUE;
        private long queued;
    }

    void add(StoredInterval interval, WorkloadInterval.Levels levels) {
        Agent agent = agents.computeIfAbsent(interval.agent(), name -> new Agent());
        double length = (double) (interval.endNanos() - interval.startNanos());
        agent.userNanos += levels.liveUsers() * length;
        agent.nanos += length;
        if (interval.endNanos() > agent.lastEndNanos) {
            agent.lastEndNanos = interval.endNanos();
            agent.queued = levels.queued();
        }
    }

    /** Mean over time, summed over agents; null without an interval. */
    @Nullable
    Double meanLiveUsers() {
        double users = 0;
        for (Agent agent : agents.values()) {
            users += agent.nanos > 0 ? agent.userNanos / agent.nanos : 0;
        }
        return agents.isEmpty() ? null : Figures.rounded(users);
    }

    /** Arrivals that waited for a user at the end of the last interval of each agent. */
    long queuedAtEnd() {
        return agents.values().stream().mapToLong(agent -> agent.queued).sum();
    }
}
