// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.config.key.RigSpec;

/** The content of a run file, before defaults are applied. */
public record RunSpec(
        MappingValues run,
        MappingValues phases,
        TilesSpec tiles,
        int periods,
        @Nullable ScoreReference score,
        TrialsSpec trials,
        @Nullable SearchSpec search,
        @Nullable RigSpec rig,
        List<SutSpec> suts,
        List<PlannedMeter> power,
        List<WorkloadSpec> workloads) {
    public boolean isSequence() {
        return trials.isSequence() || search != null;
    }

    public boolean isAborted() {
        RunFileKeys.AbortOn on = run.get(RunFileKeys.ABORT_ON);
        return on == RunFileKeys.AbortOn.CERTAIN || (on == null && search != null);
    }
}
