// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Load;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;

/**
 * What the judge reads of a plan.
 *
 * @param planId hash of the plan
 * @param name name of the run
 * @param runClass dev, modified or standard
 * @param classReasons why it is not a higher class
 * @param phases phases as asked
 * @param workloads every workload of every tile
 */
record PlannedRun(
        String planId,
        String name,
        String runClass,
        List<String> classReasons,
        PhaseTimes phases,
        List<PlannedWorkload> workloads) {

    static PlannedRun of(org.plateaubench.engine.store.StoredRun run) {
        throw new IllegalStateException(run.runId());
    }

    /**
     * A workload of a tile.
     *
     * @param tile number of the tile
     * @param name name in the run file
     * @param plugin plugin it comes from
     * @param load load of all agents together
     * @param loadTree load and pacing for people
     * @param definition operations, units, mix and metric
     * @param limits limits by operation or unit
     */
    record PlannedWorkload(
            int tile,
            String name,
            String plugin,
            Load load,
            Map<String, Object> loadTree,
            WorkloadDefinition definition,
            Map<String, List<QosLimit>> limits) {

        List<QosLimit> limitsOf(String line) {
            return limits.getOrDefault(line, List.of());
        }

        Scope scope() {
            return Scope.workload(tile, name);
        }
    }
}
