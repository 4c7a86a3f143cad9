// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

/**
 * The headline figure of a workload.
 *
 * @param name name
 * @param value successful ends inside the window over time
 * @param unit unit for people
 */
public record MetricValue(String name, double value, String unit) {}
