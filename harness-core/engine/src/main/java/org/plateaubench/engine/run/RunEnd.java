// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;
import java.util.Locale;

/**
 * How a run ended.
 *
 * @param status how
 * @param sentences why it was not completed, for a person; empty when it was
 */
public record RunEnd(Status status, List<String> sentences) {
    /** How a run ended. */
    public enum Status {
        COMPLETED,
        /** Somebody asked it to end early. */
        INTERRUPTED,
        /** The harness or a SUT could not carry it out. */
        CRASHED;

        /** The word in files. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public RunEnd {
        sentences = List.copyOf(sentences);
    }
}
