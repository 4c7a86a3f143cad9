// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import jakarta.mail.Flags;
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

    /** Returns the name in the protocol. */
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

    private Flags.Flag jakarta() {
        return switch (this) {
            case SEEN -> Flags.Flag.SEEN;
            case ANSWERED -> Flags.Flag.ANSWERED;
            case FLAGGED -> Flags.Flag.FLAGGED;
            case DELETED -> Flags.Flag.DELETED;
            case DRAFT -> Flags.Flag.DRAFT;
        };
    }

    /** Returns the flags of a message. */
    public static Set<Flag> of(Flags flags) {
        Set<Flag> found = EnumSet.noneOf(Flag.class);
        for (Flag flag : values()) {
            if (flags.contains(flag.jakarta())) {
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
