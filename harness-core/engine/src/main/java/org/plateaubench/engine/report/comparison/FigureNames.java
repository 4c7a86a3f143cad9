// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

/** Names of figures in {@code plateau.comparison/1}; percentiles have those of {@code plateau.result/1}. */
public final class FigureNames {
    /** Successful ends inside the steady window per second. */
    public static final String THROUGHPUT = "throughput";

    /** Errors, abandoned and dropped, in percent of intended operations. */
    public static final String ERRORS = "errors";

    /** Refusals in percent of intended operations. */
    public static final String DECLINED = "declined";

    /** Longest response time. */
    public static final String MAX = "max";

    private FigureNames() {}
}
