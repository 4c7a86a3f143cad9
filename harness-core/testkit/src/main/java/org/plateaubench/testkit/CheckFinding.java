// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

/**
 * The result of one check of a plugin.
 *
 * @param rule the rule
 * @param state the state
 * @param subject the checked part, such as {@code workload shop, virtual}
 * @param found the observation, or the reason why the rule was not checked
 * @param remedy the remedy, one sentence; empty unless the rule is broken
 */
public record CheckFinding(CheckRule rule, State state, String subject, String found, String remedy) {

    /** Whether the plugin follows the rule. */
    public enum State {
        /** The plugin follows the rule. */
        KEPT,
        /** The plugin breaks the rule. */
        BROKEN,
        /** The rule was not checked. */
        NOT_CHECKED
    }
}
