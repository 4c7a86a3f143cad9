// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.plateaubench.engine.config.key.RunClass;

/**
 * The bounds on the harness within which a measurement is valid. Each workload has its own bound on lag.
 *
 * @param cpuVoids whether a greater use of the CPU makes the run invalid; if not, it is only noted
 */
public record JudgeBounds(
        double cpuSharePercent,
        boolean cpuVoids,
        double longestStallMs,
        boolean stallVoids,
        int missingIntervals,
        @JsonInclude(Include.NON_DEFAULT) boolean allowUntested) {

    public static JudgeBounds of(RunClass runClass, boolean allowUntested) {
        boolean isDev = runClass == RunClass.DEV;
        return new JudgeBounds(75, !isDev, 50, !isDev, isDev ? 2 : 0, allowUntested);
    }

    /** In ms (M16); the workload's tightest latency limit is infinite when it has none. */
    public static double lagBoundMs(RunClass runClass, double tightestLimitMs) {
        boolean isDev = runClass == RunClass.DEV;
        double floor = isDev ? 20 : 1;
        return Double.isInfinite(tightestLimitMs) ? floor : Math.max(floor, (isDev ? 0.2 : 0.02) * tightestLimitMs);
    }
}
