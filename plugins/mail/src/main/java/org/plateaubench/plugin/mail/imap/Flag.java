// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** A flag of a message. */
public enum Flag {
    SEEN("\\Seen", 1),
    ANSWERED("\\Answered", 2),
    FLAGGED("\\Flagged", 4),
    DELETED("\\Deleted", 8),
    DRAFT("\\Draft", 16);

    private final String title;
    private final int bit;

    Flag(String title, int bit) {
        this.title = title;
        this.bit = bit;
    }

    public String title() {
        return title;
    }

    int bit() {
        return bit;
    }

    /** Returns whether it is among flags stored as bits. */
    public boolean in(int flags) {
        return (flags & bit()) != 0;
    }

    public static Set<Flag> of(int flags) {
        Set<Flag> found = EnumSet.noneOf(Flag.class);
        for (Flag flag : values()) {
            if (flag.in(flags)) {
                found.add(flag);
            }
        }
        return found;
    }

    /** Returns a list in IMAP, such as {@code (\Seen \Flagged)}. */
    public static String list(Set<Flag> flags) {
        return flags.stream().map(Flag::title).collect(Collectors.joining(" ", "(", ")"));
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
