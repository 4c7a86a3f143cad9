// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * One stored interval of one agent. Immutable.
 *
 * @param agent name of the agent
 * @param sequence number of the interval, from 0
 * @param startNanos start on the run's clock
 * @param endNanos end on the run's clock
 * @param state its delivery; a missing interval has no workloads and no health
 * @param last whether it is the agent's last interval
 * @param workloads measurements, with empty histograms, since these are in the stored run
 * @param health health of the agent, null when missing
 */
public record StoredInterval(
        String agent,
        long sequence,
        long startNanos,
        long endNanos,
        Delivery state,
        boolean last,
        List<WorkloadInterval> workloads,
        @Nullable AgentHealth health) {}
