// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/** A capability of servers that we use. */
public enum Capability {
    IMAP4REV1("IMAP4rev1", 1),
    STARTTLS("STARTTLS", 2),
    LOGINDISABLED("LOGINDISABLED", 4),
    AUTH_PLAIN("AUTH=PLAIN", 8),
    SASL_IR("SASL-IR", 16),
    IDLE("IDLE", 32),
    UIDPLUS("UIDPLUS", 64),
    MOVE("MOVE", 128),
    CONDSTORE("CONDSTORE", 256),
    LITERAL_PLUS("LITERAL+", 512),
    MULTIAPPEND("MULTIAPPEND", 1024),
    LIST_EXTENDED("LIST-EXTENDED", 2048),
    LIST_STATUS("LIST-STATUS", 4096);

    private final String title;
    private final int bit;

    Capability(String title, int bit) {
        this.title = title;
        this.bit = bit;
    }

    /** Returns the name in the protocol. */
    public String title() {
        return title;
    }

    int bit() {
        return bit;
    }
}
