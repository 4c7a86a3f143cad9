// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A finding about a host.
 *
 * @param found the finding, a sentence
 * @param why why it matters, a sentence; null when it is in order or not known
 * @param command command that changes it; null for none
 */
public record Advice(
        String topic,
        State state,
        String found,
        @Nullable String why,
        @Nullable String command) {

    public enum State {
        /** The host is good in this respect. */
        OK("ok"),
        /** Acceptable, but it affects the meaning of the figures. */
        NOTE("note"),
        /** Impairs measurements on this host. */
        CHANGE("change"),
        /** This host does not report it. */
        UNKNOWN("not known");

        private final String label;

        State(String label) {
            this.label = label;
        }

        @JsonValue
        public String label() {
            return label;
        }
    }

    static Advice ok(String topic, String found) {
        return new Advice(topic, State.OK, found, null, null);
    }

    static Advice unknown(String topic) {
        return new Advice(topic, State.UNKNOWN, "Not known here.", null, null);
    }
}
