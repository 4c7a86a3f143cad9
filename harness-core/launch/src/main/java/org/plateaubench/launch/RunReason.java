// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

/**
 * A reason of a verdict.
 *
 * @param rule the rule, such as {@code M19-pacing} or {@code limit}
 * @param severity {@code fail}, {@code invalid} or {@code note}
 * @param message sentences for a person
 */
public record RunReason(String rule, String severity, String message) {
    /** Whether it does not count against the run. */
    public boolean isNote() {
        return severity.equals("note");
    }
}
