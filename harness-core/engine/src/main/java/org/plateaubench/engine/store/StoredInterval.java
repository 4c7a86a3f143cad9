// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * One stored interval of one agent. Immutable.
 *
 * @param state whether the interval arrived, and when; a missing interval has no workloads and no health
 */
public record StoredInterval(
        String agent,
        long sequence,
        long startNanos,
        long endNanos,
        Delivery state,
        @JsonInclude(Include.NON_DEFAULT) boolean last,
        @JsonInclude(Include.NON_EMPTY) List<WorkloadInterval> workloads,
        @JsonInclude(Include.NON_NULL) @Nullable AgentHealth health) {
    public static StoredInterval of(IntervalSnapshot snapshot, Delivery delivery) {
        return new StoredInterval(
                snapshot.agent(),
                snapshot.sequence(),
                snapshot.startNanos(),
                snapshot.endNanos(),
                delivery,
                snapshot.last(),
                snapshot.workloads(),
                delivery == Delivery.MISSING ? null : snapshot.health());
    }
}
