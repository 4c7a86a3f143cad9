// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import org.jspecify.annotations.Nullable;

/**
 * What a server offers, of what we make use of. Not kept as text, which would take 7 KiB for each connection to a server
 * such as Dovecot.
 *
 * @param bits one for each {@link Capability}
 */
public record Capabilities(int bits) {
    /** Nothing. */
    static final Capabilities NONE = new Capabilities(0);

    /** Reads the words after {@code CAPABILITY}, up to a closing bracket where there is one. */
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

    /** Whether it is offered. */
    public boolean has(Capability capability) {
        return (bits & capability.bit()) != 0;
    }
}
