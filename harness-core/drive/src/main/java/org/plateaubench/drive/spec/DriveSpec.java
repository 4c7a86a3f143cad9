// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.spec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.WorkloadDefinition;

/**
 * Everything that one agent needs to drive one workload of one tile. Immutable.
 *
 * @param tile number of the tile, from 1
 * @param definition definition with the timeouts and the mix of this run
 * @param load load of the whole workload, over all agents
 * @param pacing pacing by unit, for closed load; other units are paced by the definition
 * @param steadyBoundaries boundaries between the parts of the steady phase, since the start of ramp-up; empty when it
 *     is undivided
 * @param share this agent's part
 * @param ramp time in which the load rises
 */
public record DriveSpec(
        int tile,
        String workload,
        WorkloadDefinition definition,
        Load load,
        Map<String, Pacing> pacing,
        Execution execution,
        PhaseTimes phases,
        List<Duration> steadyBoundaries,
        long seed,
        Load.Share share,
        Load.Ramp ramp) {
    public boolean countsBacklog() {
        return load.backlogPerUser() != null;
    }
}
