// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A flag of a message. Several are stored as the bits of an int. */
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

    public int bit() {
        return bit;
    }

    public boolean in(int flags) {
        return (flags & bit()) != 0;
    }

    /** Returns a list in IMAP, such as {@code (\Seen \Flagged)}. */
    public static String list(int flags) {
        return Arrays.stream(values())
                .filter(flag -> flag.in(flags))
                .map(Flag::title)
                .collect(Collectors.joining(" ", "(", ")"));
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
