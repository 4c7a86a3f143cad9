// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.Attendance;

/** Adds up the presence of one workload's users (measurement rule M15). Not thread-safe. */
final class AttendanceTotals {
    private final Map<String, Sum> agents = new HashMap<>();
    private final Map<Long, Sum> moments = new TreeMap<>();

    private static final class Sum {
        private final Set<String> agents = new HashSet<>();
        private double nanos;
        private double askedNanos;
        private double connectedNanos;
        private double joiningNanos;
        private double awayNanos;

        void add(String agent, Attendance attendance) {
            agents.add(agent);
            nanos += attendance.lengthNanos();
            askedNanos += attendance.askedNanos();
            connectedNanos += attendance.connectedNanos();
            joiningNanos += attendance.joiningNanos();
            awayNanos += attendance.awayNanos();
        }

        /** The length of the counted time, in nanoseconds. Each agent counts the same time separately. */
        double lengthNanos() {
            return nanos / agents.size();
        }

        double awayShare() {
            return askedNanos > 0 ? Math.min(1, awayNanos / askedNanos) : 0;
        }
    }

    void add(StoredInterval interval, Attendance attendance) {
        agents.computeIfAbsent(interval.agent(), name -> new Sum()).add(interval.agent(), attendance);
        moments.computeIfAbsent(interval.sequence(), number -> new Sum()).add(interval.agent(), attendance);
    }

    /** Means over the known time of each agent; null if it was not measured. */
    @Nullable
    AttendanceFigures figures() {
        double asked = 0;
        double connected = 0;
        double joining = 0;
        double away = 0;
        boolean known = false;
        for (Sum agent : agents.values()) {
            if (agent.nanos > 0) {
                known = true;
                asked += agent.askedNanos / agent.nanos;
                connected += agent.connectedNanos / agent.nanos;
                joining += agent.joiningNanos / agent.nanos;
                away += agent.awayNanos / agent.nanos;
            }
        }
        return known ? new AttendanceFigures(asked, connected, joining, away, longestShortSeconds()) : null;
    }

    private double longestShortSeconds() {
        double longest = 0;
        List<Sum> stretch = new ArrayList<>();
        for (Sum moment : moments.values()) {
            if (100 * moment.awayShare() > AttendanceFigures.ABSENT_PERCENT) {
                stretch.add(moment);
            } else {
                longest = Math.max(longest, seconds(stretch));
                stretch.clear();
            }
        }
        return Math.max(longest, seconds(stretch));
    }

    /**
     * How long users were away in consecutive intervals, in seconds; never an overestimate. An interval at the edge
     * counts in proportion to its absent users relative to the greatest number in an interval inside the stretch, or
     * relative to all users if there is none.
     */
    private static double seconds(List<Sum> stretch) {
        double most = stretch.size() < 3 ? 1 : 0;
        for (int i = 1; i < stretch.size() - 1; i++) {
            most = Math.max(most, stretch.get(i).awayShare());
        }
        double nanos = 0;
        for (Sum moment : stretch) {
            nanos += moment.lengthNanos() * Math.min(1, moment.awayShare() / most);
        }
        return nanos / 1e9;
    }
}
