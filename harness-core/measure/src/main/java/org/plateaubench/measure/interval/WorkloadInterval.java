// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One workload of one tile in one interval of one agent. Immutable.
 *
 * @param tile number of the tile, from 1
 * @param workload name in the run file
 * @param lines one per line and window with a change
 * @param lags the harness's own lateness, per window with a change
 * @param levels levels at the end of the interval
 * @param schedule draws of the schedule and use of the users' time
 * @param counters differences of the declared counters
 * @param gauges levels of the declared gauges
 */
public record WorkloadInterval(
        int tile,
        String workload,
        List<LineInterval> lines,
        List<LagInterval> lags,
        Levels levels,
        ScheduleInterval schedule,
        Map<String, Long> counters,
        Map<String, Double> gauges) {

    public WorkloadInterval {
        counters = counters.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(counters));
        gauges = gauges.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(gauges));
    }

    /**
     * Levels at the end of an interval.
     *
     * @param liveUsers users that are connected; users that are connecting or backing off do not count
     * @param inFlight operations started and not ended
     * @param queued open-loop arrivals that are due and wait for a user
     * @param lostUsers users whose driver did not return from an aborted operation, since the start
     * @param backlog units of a closed load that are due and have not ended; {@link #NOT_COUNTED} if they have no bound
     */
    public record Levels(int liveUsers, int inFlight, int queued, int lostUsers, int backlog) {
        /** The value that means a backlog that is not counted. */
        public static final int NOT_COUNTED = -1;

        /** Creates levels without a backlog. */
        public Levels(int liveUsers, int inFlight, int queued, int lostUsers) {
            this(liveUsers, inFlight, queued, lostUsers, NOT_COUNTED);
        }

        public boolean countsBacklog() {
            return backlog != NOT_COUNTED;
        }
    }

    public WorkloadInterval with(ScheduleInterval schedule) {
        return new WorkloadInterval(tile, workload, lines, lags, levels, schedule, counters, gauges);
    }
}
