// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/** A capability of servers that we use. */
public enum Capability {
    IMAP4REV1("IMAP4rev1"),
    STARTTLS("STARTTLS"),
    LOGINDISABLED("LOGINDISABLED"),
    AUTH_PLAIN("AUTH=PLAIN"),
    SASL_IR("SASL-IR"),
    IDLE("IDLE"),
    UIDPLUS("UIDPLUS"),
    MOVE("MOVE"),
    CONDSTORE("CONDSTORE"),
    LITERAL_PLUS("LITERAL+"),
    MULTIAPPEND("MULTIAPPEND"),
    LIST_EXTENDED("LIST-EXTENDED"),
    LIST_STATUS("LIST-STATUS");

    private final String title;

    Capability(String title) {
        this.title = title;
    }

    /** Returns the name in the protocol. */
    public String title() {
        return title;
    }

    int bit() {
        return 1 << ordinal();
    }
}
