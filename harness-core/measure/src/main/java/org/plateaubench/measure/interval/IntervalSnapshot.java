// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import java.util.List;

/**
 * The measurements of one agent in one interval. Values are differences, so that the sum over all intervals is the
 * whole run. Immutable.
 *
 * @param agent name of the agent
 * @param sequence number of the interval, from 0, without gaps
 * @param startNanos start on the run's clock
 * @param endNanos end on the run's clock
 * @param last whether no interval follows
 * @param workloads one per workload that the agent drives
 * @param health health of the agent itself
 */
public record IntervalSnapshot(
        String agent,
        long sequence,
        long startNanos,
        long endNanos,
        boolean last,
        List<WorkloadInterval> workloads,
        AgentHealth health) {}
