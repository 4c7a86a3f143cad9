// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import org.plateaubench.engine.config.text.Location;

/**
 * The content of a study file. Immutable.
 *
 * @param run path of the run file, relative to the folder of the study file
 * @param scenarios ways to reach or start the SUT; empty if the run file alone determines this
 * @param baseline levels of some factors in the cells to which the results are normalised; empty for the first cell
 */
public record StudySpec(
        String name,
        String description,
        String run,
        Location runLocation,
        List<Setting> settings,
        List<Factor> factors,
        List<ScenarioSpec> scenarios,
        List<Setting> baseline,
        TrialsSpec trials) {
    /** The name of the factor whose levels are the scenarios. */
    public static final String SCENARIO = "scenario";

    /** The name of the factor whose levels are sets of workloads, such as {@code store + cache}. */
    public static final String WORKLOADS = "workloads";

    /** A value of the run file as YAML in one line; the path may be the name of a factor. */
    public record Setting(String path, String value, Location location) {
        public String text() {
            return path + "=" + value;
        }
    }

    /**
     * A value that the study varies.
     *
     * @param name path in the run file; {@code users} and {@code rate} are the users and the rate of all workloads
     */
    public record Factor(String name, Location location, List<Setting> levels) {}

    public record ScenarioSpec(
            String name,
            String description,
            List<Setting> settings,
            Location location,
            List<List<String>> before,
            List<List<String>> after) {}
}
