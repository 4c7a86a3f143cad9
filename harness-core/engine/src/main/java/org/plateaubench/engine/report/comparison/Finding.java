// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.List;

/**
 * A finding on whether the runs may be compared.
 *
 * @param severity its effect on the comparison
 * @param runs labels of the runs concerned, in the order of the comparison
 * @param message a sentence, which names runs by their labels
 */
public record Finding(Severity severity, List<String> runs, String message) {
    /** Whether this finding prevents a comparison of a run. */
    boolean excludes(String label) {
        return severity == Severity.NOT_COMPARABLE && runs.contains(label);
    }

    /** The effect of a finding on the comparison; an earlier constant outranks a later one. */
    public enum Severity {
        /** The figures of a run must not be compared with those of another. */
        NOT_COMPARABLE,
        /** The finding, and not the intended change, may be the cause of a difference of figures. */
        LESS_COMPARABLE,
        NOTE
    }
}
