// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

/**
 * A check of the measurement itself.
 *
 * @param rule the rule, such as {@code M16-dispatch-lag}
 * @param state {@code ok}, {@code violated} or {@code not-tested}
 * @param scope the checked object, such as {@code 1/store}
 * @param message sentences for a person
 */
public record RunAudit(String rule, String state, String scope, String message) {
    /** Whether it was made and passed. */
    public boolean isOk() {
        return state.equals("ok");
    }
}
