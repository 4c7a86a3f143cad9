// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/** A flag of a message. */
public enum Flag {
    SEEN("\\Seen"),
    ANSWERED("\\Answered"),
    FLAGGED("\\Flagged"),
    DELETED("\\Deleted"),
    DRAFT("\\Draft");

    private final String title;

    Flag(String title) {
        this.title = title;
    }

    /** Returns the name in the protocol. */
    public String title() {
        return title;
    }

    int bit() {
        return 1 << ordinal();
    }

    /** Returns whether it is among flags stored as bits. */
    public boolean in(int flags) {
        return (flags & bit()) != 0;
    }

    static int bitOf(String title) {
        for (Flag flag : values()) {
            if (flag.title.equalsIgnoreCase(title)) {
                return flag.bit();
            }
        }
        return 0;
    }
}
