// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;

/** The load of a workload as given; null for what was left out. */
public sealed interface LoadSpec {

    /** Commands that one connection may have outstanding. */
    @Nullable
    Integer depth();

    /**
     * A fixed number of users.
     *
     * @param users emulated users over all agents, at least 1
     * @param gap pacing of every unit
     * @param unitGaps pacing of single units
     * @param onLate what happens to a cycle that is already past
     * @param depth outstanding commands per user
     */
    record Closed(
            int users,
            @Nullable Gap gap,
            Map<String, Gap> unitGaps,
            Pacing.@Nullable OnLate onLate,
            @Nullable Integer depth)
            implements LoadSpec {
        public Closed {
            unitGaps = Collections.unmodifiableMap(new LinkedHashMap<>(unitGaps));
        }
    }

    /**
     * Arrivals at a rate.
     *
     * @param ratePerSecond units per second, above 0
     * @param arrival spacing
     * @param maxUsers most arrivals in service at once, at least 1
     * @param lanes independent arrival sequences
     * @param queue arrivals that may wait
     * @param depth outstanding commands per user
     */
    record Open(
            double ratePerSecond,
            Load.@Nullable Arrival arrival,
            int maxUsers,
            @Nullable Integer lanes,
            @Nullable Integer queue,
            @Nullable Integer depth)
            implements LoadSpec {}

    /** Think or cycle time. */
    record Gap(Pacing.Kind kind, Distribution time) {}
}
