// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

/**
 * The headline figure of a workload.
 *
 * @param name name
 * @param value successful ends within the window per unit of time
 * @param unit name of the unit
 */
public record MetricValue(String name, double value, String unit) {}
