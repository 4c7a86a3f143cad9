// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/**
 * The headline figure of a workload: successful ends of an operation or unit inside the window, per time.
 *
 * @param name name in results, such as {@code committedOrdersPerMinute}
 * @param unit unit for people, such as {@code orders/min}
 * @param line operation or unit whose successful ends count
 * @param perSeconds seconds that the figure is per: 1 for a rate per second, 60 per minute
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record MetricDefinition(String name, String unit, String line, int perSeconds) {
    public MetricDefinition {
        Names.require(name, "metric");
        Names.require(line, "metric line");
        if (perSeconds < 1) {
            throw new IllegalArgumentException("perSeconds must be at least 1, found " + perSeconds);
        }
    }
}
