// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.Map;

/**
 * A run file that could be read, whether or not what it says is right.
 *
 * @param spec what it says, as far as it is right
 * @param source where it says so
 * @param problems what is wrong so far, in the order of the file
 * @param beside the texts of the files that it names beside itself, by their paths from its folder
 */
public record RunFile(RunSpec spec, Source source, List<Problem> problems, Map<String, String> beside) {
    public RunFile {
        problems = List.copyOf(problems);
        beside = Map.copyOf(beside);
    }
}
