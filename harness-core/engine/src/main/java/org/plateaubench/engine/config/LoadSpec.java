// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Pacing;

/** The load of a workload as given; null for missing values. */
public sealed interface LoadSpec {

    /** The steps of the level in the steady phase, in order; none when the level is constant. */
    List<LoadStep> steps();

    /** Commands that one connection may have outstanding. */
    @Nullable
    Integer depth();

    /**
     * A fixed number of users.
     *
     * @param users most emulated users at once over all agents, at least 1
     * @param gap pacing of every unit
     * @param unitGaps pacing of single units
     * @param onLate what happens to a cycle whose start has already passed
     * @param depth outstanding commands per user
     * @param steps numbers of users in the steady phase; none when they are always {@code users}
     */
    record Closed(
            int users,
            @Nullable Gap gap,
            Map<String, Gap> unitGaps,
            Pacing.@Nullable OnLate onLate,
            @Nullable Integer depth,
            List<LoadStep> steps)
            implements LoadSpec {
        public Closed {
            steps = List.copyOf(steps);
            unitGaps = Collections.unmodifiableMap(new LinkedHashMap<>(unitGaps));
        }
    }

    /**
     * Arrivals at a rate.
     *
     * @param ratePerSecond units per second, above 0; the highest of a schedule
     * @param arrival spacing
     * @param maxUsers most arrivals in service at once, at least 1
     * @param lanes independent arrival sequences
     * @param queue greatest number of waiting arrivals
     * @param depth outstanding commands per user
     * @param steps units per second in the steady phase; none when they are always {@code ratePerSecond}
     */
    record Open(
            double ratePerSecond,
            Load.@Nullable Arrival arrival,
            int maxUsers,
            @Nullable Integer lanes,
            @Nullable Integer queue,
            @Nullable Integer depth,
            List<LoadStep> steps)
            implements LoadSpec {
        public Open {
            steps = List.copyOf(steps);
        }
    }

    /** Think or cycle time. */
    record Gap(Pacing.Kind kind, Distribution time) {}
}
