// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.StudySpec.ScenarioSpec;

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
    /** The baseline of a cell whose workloads are each normalised to the cell that has the name of the workload. */
    public static final String EACH_ALONE = "each workload alone";

    Cell withBaseline(String other) {
        return new Cell(name, levels, settings, scenario, other);
    }
}
