// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

/** The headline figure of a workload. */
public record MetricValue(String name, double value, String unit) {}
