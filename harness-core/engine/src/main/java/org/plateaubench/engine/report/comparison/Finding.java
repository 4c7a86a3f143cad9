// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.List;

/**
 * Something that bears on whether the runs may be compared.
 *
 * @param severity what it does to the comparison
 * @param runs index of the runs it is about, in the order of the comparison
 * @param message a sentence, which names runs by their labels
 */
public record Finding(Severity severity, List<Integer> runs, String message) {
    public Finding {
        runs = List.copyOf(runs);
    }

    /** What a finding does to the comparison; an earlier constant outranks a later one. */
    public enum Severity {
        /** The figures of a run must not be set against those of another. */
        NOT_COMPARABLE("not-comparable"),
        /** A difference of figures may have this for its cause, whatever was meant to be compared. */
        LESS_COMPARABLE("less-comparable"),
        /** Good to know. */
        NOTE("note");

        private final String label;

        Severity(String label) {
            this.label = label;
        }

        /** The word in files and on screens. */
        public String label() {
            return label;
        }
    }
}
