// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.engine.config.StudySpec.ScenarioSpec;
import org.plateaubench.engine.config.key.RigSpec;

/**
 * A sequence of runs that can be started; every run of it was planned once. Immutable.
 *
 * @param settings settings of all its runs, before those of a step
 * @param usedFiles texts of the files that the run file names in any cell, by their paths relative to its folder
 */
public record StudyPlan(
        StudyRequest request,
        Kind kind,
        String description,
        RunSource source,
        List<String> settings,
        List<Cell> cells,
        Sequence sequence,
        Duration coolDown,
        PlannedRun first,
        Map<String, String> usedFiles) {
    public enum Kind {
        TRIALS,
        SEARCH,
        /** The combinations of factors, with trials of each. */
        STUDY
    }

    /** The rig of its run file, which all its runs have; null when they have the usual agent. */
    public @Nullable RigSpec rig() {
        return first.file().spec().rig();
    }

    /** The scenario of a cell; null for the usual one and for a load of a search. */
    @Nullable
    ScenarioSpec scenario(String cell) {
        for (Cell each : cells) {
            if (each.name().equals(cell)) {
                return each.scenario();
            }
        }
        return null;
    }

    /** The request, which is sufficient to continue the sequence. */
    public record StudyRequest(
            String name, String file, String digest, List<String> settings, String scale, String runs) {}

    /**
     * One combination of the factors of a study.
     *
     * @param levels the level of each factor by name, in the order of the file
     * @param scenario how its SUT is reached or started, null for the usual way
     * @param baseline name of the cell to which its figures are normalised, or {@value #EACH_ALONE}
     */
    public record Cell(
            String name,
            Map<String, String> levels,
            List<String> settings,
            @Nullable ScenarioSpec scenario,
            String baseline) {
        /** The baseline if each workload is normalised to the cell with the name of the workload. */
        public static final String EACH_ALONE = "each workload alone";

        Cell withBaseline(String other) {
            return new Cell(name, levels, settings, scenario, other);
        }
    }
}
