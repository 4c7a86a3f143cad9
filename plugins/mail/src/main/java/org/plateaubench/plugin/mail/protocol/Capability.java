// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A capability of servers that we use. Those of a server are not stored as text, which would take 7 KiB for each
 * connection to a server such as Dovecot.
 */
public enum Capability {
    IMAP4REV1("IMAP4rev1"),
    STARTTLS("STARTTLS"),
    AUTH_PLAIN("AUTH=PLAIN"),
    SASL_IR("SASL-IR"),
    IDLE("IDLE"),
    UIDPLUS("UIDPLUS"),
    MOVE("MOVE"),
    CONDSTORE("CONDSTORE"),
    LITERAL_PLUS("LITERAL+"),
    MULTIAPPEND("MULTIAPPEND"),
    NAMESPACE("NAMESPACE"),
    SPECIAL_USE("SPECIAL-USE"),
    UNSELECT("UNSELECT"),
    LIST_EXTENDED("LIST-EXTENDED"),
    LIST_STATUS("LIST-STATUS");

    private final String title;

    Capability(String title) {
        this.title = title;
    }

    /** Parses the words after {@code CAPABILITY}, up to a closing bracket if there is one. */
    static Set<Capability> read(String text) {
        int end = text.indexOf(']');
        Set<Capability> offered = EnumSet.noneOf(Capability.class);
        for (String word : (end < 0 ? text : text.substring(0, end)).split(" ", -1)) {
            Capability capability = ofName(word);
            if (capability != null) {
                offered.add(capability);
            }
        }
        return offered;
    }

    static @Nullable Capability ofName(String word) {
        for (Capability capability : values()) {
            if (capability.title.equalsIgnoreCase(word)) {
                return capability;
            }
        }
        return null;
    }
}
