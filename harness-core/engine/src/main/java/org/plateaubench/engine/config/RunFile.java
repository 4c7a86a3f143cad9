// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.Map;
import org.plateaubench.engine.config.text.Problem;

/**
 * A run file that could be read; its values need not be valid.
 *
 * @param spec its valid values
 * @param source places of its values
 * @param problems problems so far, in the order of the file
 * @param beside texts of the files to which it refers, by their paths relative to its folder
 */
public record RunFile(RunSpec spec, Source source, List<Problem> problems, Map<String, String> beside) {
    public RunFile {
        problems = List.copyOf(problems);
        beside = Map.copyOf(beside);
    }
}
