// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import org.jspecify.annotations.Nullable;

/**
 * The capabilities of a server that we use. Not stored as text, which would take 7 KiB for each connection to a server
 * such as Dovecot.
 *
 * @param bits one for each {@link Capability}
 */
public record Capabilities(int bits) {
    /** No capabilities. */
    static final Capabilities NONE = new Capabilities(0);

    /** Parses the words after {@code CAPABILITY}, up to a closing bracket if there is one. */
    static Capabilities read(String text) {
        int end = text.indexOf(']');
        int bits = 0;
        for (String word : (end < 0 ? text : text.substring(0, end)).split(" ", -1)) {
            Capability capability = named(word);
            bits |= capability == null ? 0 : capability.bit();
        }
        return new Capabilities(bits);
    }

    static @Nullable Capability named(String word) {
        for (Capability capability : Capability.values()) {
            if (capability.title().equalsIgnoreCase(word)) {
                return capability;
            }
        }
        return null;
    }

    /** Returns whether the server offers it. */
    public boolean has(Capability capability) {
        return (bits & capability.bit()) != 0;
    }
}
