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

    /** Whether the plugin follows the rule. */
    public enum State {
        /** The plugin follows the rule. */
        KEPT,
        /** The plugin breaks the rule. */
        BROKEN,
        /** The rule was not checked; there is a reason. */
        NOT_CHECKED
    }
}
