// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.Map;
import org.plateaubench.engine.config.key.ReplayFiles;
import org.plateaubench.engine.config.text.Problem;

/** A run file that could be read; its values need not be valid. */
public record RunFile(RunSpec spec, Source source, List<Problem> problems, ReplayFiles files) {
    /** Texts of the files to which it refers, as far as they were read, by their paths relative to its folder. */
    public Map<String, String> referencedFiles() {
        return Map.copyOf(files.texts());
    }
}
