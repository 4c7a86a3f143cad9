// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;

/**
 * A run file that could be read, whether or not what it says is right.
 *
 * @param spec what it says, as far as it is right
 * @param source where it says so
 * @param problems what is wrong so far, in the order of the file
 */
public record RunFile(RunSpec spec, Source source, List<Problem> problems) {
    public RunFile {
        problems = List.copyOf(problems);
    }
}
