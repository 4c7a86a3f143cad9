// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.LinkedHashMap;
import java.util.Map;
import org.plateaubench.api.QosLimit;

/**
 * What a run of a class is held against where the plan says nothing (measurement rules M15 to M17).
 *
 * @param errorPercent greatest error rate of an operation
 * @param lagFloorMs greatest p99 of a lag when no limit is tighter
 * @param lagLimitPercent greatest p99 of a lag as a share of the tightest latency limit
 * @param hostNoted whether agent CPU and stalls are only told
 * @param missingIntervals greatest number of intervals that did not arrive
 */
public record Bounds(
        double errorPercent, double lagFloorMs, double lagLimitPercent, boolean hostNoted, int missingIntervals) {
    /** Attempts from which on a rate is judged. */
    public static final long RATE_NEEDS = 20;
    /** Time without a success from which on a rate is judged whatever the attempts. */
    public static final double NO_SUCCESS_SECONDS = 60;
    /** Operations that the mix must have brought before their absence voids a run. */
    public static final double OBSERVED_NEEDS = 20;
    /** Greatest CPU of an agent's process in percent of its cores, mean over the window. */
    public static final double AGENT_CPU_PERCENT = 75;
    /** Longest collector pause or stall of an agent inside the window. */
    public static final double STALL_MS = 50;
    /** Greatest part of an open load's queue that may be full when the window ends. */
    public static final double QUEUE_PERCENT = 50;
    /** Lags from which on a p99 within its bound is believed. */
    public static final long LAG_NEEDS = 100;

    private static final double DEFAULT_ERROR_PERCENT = 1;

    /** The bounds of a class by its name: dev is wider, all others are held to the standard. */
    public static Bounds of(String runClass) {
        return runClass.equals("dev")
                ? new Bounds(DEFAULT_ERROR_PERCENT, 20, 20, true, 2)
                : new Bounds(DEFAULT_ERROR_PERCENT, 1, 2, false, 0);
    }

    /** Greatest p99 of a lag for a workload with these limits, in milliseconds. */
    double lagMs(Iterable<QosLimit> limits) {
        double tightest = Double.POSITIVE_INFINITY;
        for (QosLimit limit : limits) {
            if (limit.metric().isTime()) {
                tightest = Math.min(tightest, limit.bound());
            }
        }
        return Double.isInfinite(tightest)
                ? lagFloorMs
                : Math.max(lagFloorMs, Figures.rounded(tightest * lagLimitPercent / 100));
    }

    /** By name, for a result. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("errorPercent", errorPercent);
        tree.put("rateNeeds", RATE_NEEDS);
        tree.put("noSuccessSeconds", NO_SUCCESS_SECONDS);
        tree.put("observedNeeds", OBSERVED_NEEDS);
        tree.put("queuePercent", QUEUE_PERCENT);
        tree.put("lagFloorMs", lagFloorMs);
        tree.put("lagLimitPercent", lagLimitPercent);
        tree.put("lagNeeds", LAG_NEEDS);
        tree.put("agentCpuPercent", AGENT_CPU_PERCENT);
        tree.put("stallMs", STALL_MS);
        tree.put("hostNoted", hostNoted);
        tree.put("missingIntervals", missingIntervals);
        return tree;
    }
}
