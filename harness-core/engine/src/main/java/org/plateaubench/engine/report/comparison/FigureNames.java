// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import org.plateaubench.engine.figure.OperationFigures;

/** Names of figures in {@code plateau.comparison/1}; percentiles have the same names as in {@code plateau.result/1}. */
public final class FigureNames {
    /** Successful ends within the steady window per second. */
    public static final String THROUGHPUT = "throughput";

    /** Errors, abandoned and dropped, in percent of intended operations. */
    public static final String ERRORS = "errorRate";

    /** Refusals in percent of intended operations. */
    public static final String DECLINED = "declinedRate";

    public static final String MAX = OperationFigures.MAX.name();

    /** How late the harness started operations, the 99th percentile. */
    public static final String DISPATCH_LAG = "dispatchLagP99";

    /** How long replies waited for the harness, the 99th percentile. */
    public static final String COMPLETION_LAG = "completionLagP99";

    public static final String LONGEST_STALL = "longestStall";

    /** CPU of the agent that used the greatest share of its cores. */
    public static final String CPU_SHARE = "cpuShare";

    private FigureNames() {}
}
