// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The health of an agent, and what it drives of all workloads together. */
public record ShownAgent(String agent, Columns series) {
    /** The columns of an agent: the longest stall and pause of each bin, and means of the rest. */
    public record Columns(
            List<@Nullable Double> longestStallMs,
            List<@Nullable Double> longestPauseMs,
            List<@Nullable Double> processCpuShare,
            List<@Nullable Double> hostCpuShare,
            List<@Nullable Double> heapUsedBytes,
            List<@Nullable Double> okPerSecond,
            List<@Nullable Double> failedPerSecond,
            List<@Nullable Double> liveUsers) {}
}
