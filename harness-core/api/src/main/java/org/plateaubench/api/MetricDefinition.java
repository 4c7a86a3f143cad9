// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * The headline figure of a workload: successful ends of an operation or unit, or of all operations, inside the window,
 * per time.
 *
 * @param name name in results, such as {@code committedOrdersPerMinute}
 * @param unit unit for people, such as {@code orders/min}
 * @param line operation or unit whose successful ends count, or {@link #ALL_OPERATIONS}
 * @param perSeconds the time that the figure refers to, in seconds: 1 for a rate per second, 60 for one per minute
 */
public record MetricDefinition(String name, String unit, String line, int perSeconds) {
    /** The line that means all operations together. */
    public static final String ALL_OPERATIONS = "*";

    public MetricDefinition {
        Names.require(name, "metric");
        if (!line.equals(ALL_OPERATIONS)) {
            Names.require(line, "metric line");
        }
        if (perSeconds < 1) {
            throw new IllegalArgumentException("perSeconds must be at least 1, found " + perSeconds);
        }
    }
}
