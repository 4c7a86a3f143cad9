// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.LoadSpec;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.spi.SutContext;

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

    /** Whether the run ends as soon as it can no longer pass. */
    public boolean abortsOnCertainFailure() {
        RunFileKeys.AbortOn abortOn = run.get(RunFileKeys.ABORT_ON);
        return abortOn == RunFileKeys.AbortOn.CERTAIN || (abortOn == null && search != null);
    }

    public record SutSpec(
            String name,
            @Nullable String service,
            SutContext.@Nullable Mode mode,
            Map<String, @Nullable Object> parameters) {
        static SutSpec of(String name, MappingValues values, Section section) {
            section.checkReferences();
            return new SutSpec(name, values.get(RunFileKeys.SERVICE), values.get(RunFileKeys.MODE), section.rest());
        }
    }

    public record WorkloadSpec(String name, MappingValues values) {
        public static final String ALL = "*";

        public <T> @Nullable T get(Key<T> key) {
            return values.get(key);
        }

        /** Timeouts by operation; {@link #ALL} means the remaining operations. */
        public Map<String, Duration> timeouts() {
            return values.or(RunFileKeys.TIMEOUT, Map.of());
        }

        /** Limits by operation or unit; {@link #ALL} means all operations. */
        public Map<String, List<QosLimit>> limits() {
            return values.or(RunFileKeys.QOS, Map.of());
        }

        /** Parameters of the plugin: text, null, list or mapping by name; not checked yet. */
        public Map<String, @Nullable Object> parameters() {
            return values.or(RunFileKeys.PARAMETERS, Map.of());
        }

        /** Whether the load of the workload follows a schedule, or might do so because the load is not valid. */
        boolean mayBeScheduled() {
            LoadSpec load = values.get(RunFileKeys.LOAD);
            return load == null || !load.steps().isEmpty();
        }
    }
}
