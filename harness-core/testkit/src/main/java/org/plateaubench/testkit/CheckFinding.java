// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

/**
 * The result of one check of a plugin.
 *
 * @param rule the rule
 * @param state the state
 * @param subject what was checked, such as {@code workload shop, virtual}
 * @param found what was found, or the reason why it was not checked
 * @param remedy what to do, a sentence; empty unless this is a finding
 */
public record CheckFinding(CheckRule rule, State state, String subject, String found, String remedy) {

    /** Whether the rule is kept. */
    public enum State {
        /** The rule is kept. */
        KEPT,
        /** The rule is broken. */
        BROKEN,
        /** The rule was not checked, for a reason. */
        NOT_CHECKED
    }
}
