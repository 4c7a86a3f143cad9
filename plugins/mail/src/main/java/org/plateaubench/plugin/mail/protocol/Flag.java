// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A flag of a message. Several are stored as the bits of an int. */
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

    public String title() {
        return title;
    }

    public int bit() {
        return 1 << ordinal();
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
