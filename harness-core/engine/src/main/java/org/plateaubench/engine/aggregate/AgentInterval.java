// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.aggregate;

import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.interval.IntervalSnapshot;

/**
 * One interval of one agent, with its delivery. Immutable.
 *
 * @param agent name of the agent
 * @param sequence number of the interval
 * @param startNanos start on the run's clock; for a missing one, the expected start
 * @param endNanos end on the run's clock; for a missing one, the expected end
 * @param delivery its delivery
 * @param snapshot measurements, null when missing
 */
public record AgentInterval(
        String agent,
        long sequence,
        long startNanos,
        long endNanos,
        Delivery delivery,
        @Nullable IntervalSnapshot snapshot) {

    public static AgentInterval arrived(IntervalSnapshot snapshot, Delivery delivery) {
        return new AgentInterval(
                snapshot.agent(), snapshot.sequence(), snapshot.startNanos(), snapshot.endNanos(), delivery, snapshot);
    }

    public static AgentInterval missing(String agent, long sequence, long startNanos, long endNanos) {
        return new AgentInterval(agent, sequence, startNanos, endNanos, Delivery.MISSING, null);
    }
}
