// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/** What a server may offer and we make use of. */
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

    /** As servers write it. */
    public String title() {
        return title;
    }
}
