// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.MeterSpec;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.reference.ScoreReference;
import org.plateaubench.engine.config.repetition.PeriodsSpec;
import org.plateaubench.engine.config.repetition.SearchSpec;
import org.plateaubench.engine.config.repetition.TilesSpec;
import org.plateaubench.engine.config.repetition.TrialsSpec;

/**
 * A run as it is described in its file, before any default is applied.
 *
 * @param run values of the run itself, see {@link RunFileKeys}
 * @param phases values of its phases
 * @param tiles tiles
 * @param periods scored periods
 * @param score reference to which the score is normalised, null when the run has no score
 * @param trials how often the run is repeated
 * @param search search over loads to which the run belongs, null for none
 * @param rig agents, null for the usual single agent
 * @param suts SUTs in the order of the file
 * @param power power meters in the order of the file
 * @param workloads workloads in the order of the file
 */
public record RunSpec(
        MappingValues run,
        MappingValues phases,
        TilesSpec tiles,
        PeriodsSpec periods,
        @Nullable ScoreReference score,
        TrialsSpec trials,
        @Nullable SearchSpec search,
        @Nullable RigSpec rig,
        List<SutSpec> suts,
        List<MeterSpec> power,
        List<WorkloadSpec> workloads) {
    /** Whether the file describes a sequence of runs and not a single one. */
    public boolean isSequence() {
        return trials.isSequence() || search != null;
    }

    public RunSpec {
        suts = List.copyOf(suts);
        power = List.copyOf(power);
        workloads = List.copyOf(workloads);
    }
}
