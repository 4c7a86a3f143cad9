// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.plan;

import java.util.List;
import java.util.Map;

/**
 * One combination of the factors of a study.
 *
 * @param name its name, such as {@code native, tiles=2}
 * @param levels the level of each factor by name, in the order of the file
 * @param settings {@code path=value} texts that replace values of the run file
 */
public record Cell(String name, Map<String, String> levels, List<String> settings, Scenario scenario) {
    /**
     * A way to reach or start a SUT.
     *
     * @param name its name, empty for the usual one
     * @param description a sentence for reports
     * @param before words of commands that run before each of its runs
     * @param after words of commands that run after each of its runs
     */
    public record Scenario(String name, String description, List<List<String>> before, List<List<String>> after) {
        /** The scenario without commands before or after a run. */
        public static final Scenario USUAL = new Scenario("", "", List.of(), List.of());
    }
}
