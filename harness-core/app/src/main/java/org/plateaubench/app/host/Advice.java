// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing about a host.
 *
 * @param topic what it is about
 * @param state how it stands
 * @param found what was found, a sentence
 * @param why why it matters, a sentence; empty when all is well or nothing is known
 * @param command what changes it, to be typed as it stands; empty when there is nothing to type
 */
public record Advice(String topic, State state, String found, String why, String command) {

    /** How a thing stands. */
    public enum State {
        /** As it should be. */
        OK("ok"),
        /** May be so, and bears on what the figures mean. */
        NOTE("note"),
        /** Makes measurements on this host worse. */
        CHANGE("change"),
        /** This host does not tell. */
        UNKNOWN("not known");

        private final String label;

        State(String label) {
            this.label = label;
        }

        /** The word in files and on screens. */
        public String label() {
            return label;
        }
    }

    static Advice ok(String topic, String found) {
        return new Advice(topic, State.OK, found, "", "");
    }

    static Advice unknown(String topic) {
        return new Advice(topic, State.UNKNOWN, "Not known here.", "", "");
    }

    Map<String, @Nullable Object> toTree() {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("topic", topic);
        tree.put("state", state.label());
        tree.put("found", found);
        tree.put("why", why.isEmpty() ? null : why);
        tree.put("command", command.isEmpty() ? null : command);
        return tree;
    }
}
