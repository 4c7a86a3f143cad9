// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentCpu;

/**
 * The figures of one agent in the steady window, from its own intervals. Stored histograms are merged over agents, so
 * an agent has no percentiles of its own.
 *
 * @param agent its name
 * @param host its host, empty when not known
 * @param cpu its CPU, null when not known
 * @param longestStallMs its longest stop, null when no interval lies in the window
 */
public record AgentResult(
        String agent,
        String host,
        @Nullable AgentCpu cpu,
        @Nullable Double longestStallMs,
        List<Driven> workloads) {
    /**
     * The operations of a workload that were intended in the steady window and driven by this agent.
     *
     * @param completedInWindow successes that ended in the window
     * @param throughputPerSecond the same per second
     * @param meanResponseTimeMs mean of successes and refusals, null when there were none
     * @param maxResponseTimeMs longest of them
     */
    public record Driven(
            int tile,
            String name,
            long issued,
            long ok,
            long declined,
            long errors,
            long abandoned,
            long dropped,
            long completedInWindow,
            double throughputPerSecond,
            @Nullable Double meanResponseTimeMs,
            @Nullable Double maxResponseTimeMs) {}
}
