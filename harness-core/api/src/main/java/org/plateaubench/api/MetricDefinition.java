// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * The headline figure of a workload: the rate of successful ends of one operation, one unit or all operations in the
 * steady window.
 *
 * @param name name in results, such as {@code committedOrdersPerMinute}
 * @param unit displayed unit, such as {@code orders/min}
 * @param line operation or unit whose successful ends count, or {@link #ALL_OPERATIONS}
 * @param perSeconds length of the rate's unit of time in seconds, at least 1, such as 60 for a rate per minute
 */
public record MetricDefinition(String name, String unit, String line, int perSeconds) {
    /** Stands for all operations together. */
    public static final String ALL_OPERATIONS = "*";

    public MetricDefinition {
        Names.requirePluginName(name, "metric");
        if (!line.equals(ALL_OPERATIONS)) {
            Names.requirePluginName(line, "operation or unit of the metric");
        }
        if (perSeconds < 1) {
            throw new IllegalArgumentException("perSeconds must be at least 1, found " + perSeconds);
        }
    }
}
