// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import org.plateaubench.engine.config.key.RunClass;

/**
 * How well the harness must have done for its measurement to count. Each workload has its own bound on lag.
 *
 * @param cpuSharePercent CPU of an agent as a share of its cores, percent
 * @param cpuVoids whether more makes the run invalid instead of noted
 * @param longestStallMs longest pause of an agent inside the window, milliseconds
 * @param stallVoids whether a longer one makes the run invalid instead of noted
 * @param missingIntervals intervals that may be missing
 */
public record JudgeBounds(
        double cpuSharePercent, boolean cpuVoids, double longestStallMs, boolean stallVoids, int missingIntervals) {

    /** M16 and M17 for a class. */
    public static JudgeBounds of(RunClass runClass) {
        boolean isDev = runClass == RunClass.DEV;
        return new JudgeBounds(75, !isDev, 50, !isDev, isDev ? 2 : 0);
    }

    /**
     * M16: the bound on lag.
     *
     * @param tightestLimitMs tightest latency limit of the workload, infinite when it has none
     */
    public static double lagBoundMs(RunClass runClass, double tightestLimitMs) {
        boolean isDev = runClass == RunClass.DEV;
        double floor = isDev ? 20 : 1;
        return Double.isInfinite(tightestLimitMs) ? floor : Math.max(floor, (isDev ? 0.2 : 0.02) * tightestLimitMs);
    }
}
