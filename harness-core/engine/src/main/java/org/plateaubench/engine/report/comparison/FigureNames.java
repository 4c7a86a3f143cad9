// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.Map;
import java.util.Set;
import org.plateaubench.engine.judge.figures.HarnessLag;

/** Names of figures in {@code plateau.comparison/1}; percentiles have the same names as in {@code plateau.result/1}. */
public final class FigureNames {
    /** Successful ends within the steady window per second. */
    public static final String THROUGHPUT = "throughput";

    /** Errors, abandoned and dropped, in percent of intended operations. */
    public static final String ERRORS = "errors";

    /** Refusals in percent of intended operations. */
    public static final String DECLINED = "declined";

    public static final String MAX = HarnessLag.LONGEST;

    /** How late the harness started operations, the 99th percentile. */
    public static final String DISPATCH_LAG = "dispatchLagP99";

    /** How long replies waited for the harness, the 99th percentile. */
    public static final String COMPLETION_LAG = "completionLagP99";

    public static final String LONGEST_STALL = "longestStall";

    /** CPU of the agent that used the greatest share of its cores. */
    public static final String CPU_SHARE = "cpuShare";

    static final Set<String> MAIN = Set.of(THROUGHPUT, "p50", "p95", "p99", ERRORS);

    static final Map<String, String> TITLES = Map.of(
            FigureNames.THROUGHPUT,
            "per s",
            "p99_9",
            "p99.9 ms",
            FigureNames.ERRORS,
            "errors %",
            FigureNames.DECLINED,
            "declined %",
            FigureNames.DISPATCH_LAG,
            "dispatch lag p99 ms",
            FigureNames.COMPLETION_LAG,
            "completion lag p99 ms",
            FigureNames.LONGEST_STALL,
            "longest stall ms",
            FigureNames.CPU_SHARE,
            "agent CPU %");

    private FigureNames() {}
}
