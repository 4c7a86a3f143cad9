// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import org.plateaubench.engine.config.text.Location;

/**
 * A study as it is described in its file. Immutable.
 *
 * @param description a sentence for reports, may be empty
 * @param run path of the run file, relative to the folder of the study file
 * @param runLocation where the study file names it
 * @param settings values of the run file that the study replaces in all its runs
 * @param scenarios ways to reach or start the SUT; empty for the way of the run file
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
        /** The setting in the form {@code path=value}. */
        public String text() {
            return path + "=" + value;
        }
    }

    /**
     * A value that the study varies.
     *
     * @param path path in the run file; {@code users} and {@code rate} mean those of all workloads
     * @param levels its levels, at least one
     */
    public record Factor(String name, String path, Location location, List<Setting> levels) {}

    /**
     * A way to reach or start the SUT.
     *
     * @param description a sentence for reports
     * @param before words of commands that run before each of its runs
     * @param after words of commands that run after each of its runs
     */
    public record ScenarioSpec(
            String name,
            String description,
            List<Setting> settings,
            Location location,
            List<List<String>> before,
            List<List<String>> after) {}
}
