// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import jakarta.mail.Flags;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.angus.mail.imap.protocol.FLAGS;

/** A flag that messages of a population may have. */
enum Mark {
    SEEN("\\Seen"),
    ANSWERED("\\Answered"),
    FLAGGED("\\Flagged"),
    DELETED("\\Deleted");

    private final String text;

    Mark(String text) {
        this.text = text;
    }

    private Flags.Flag flag() {
        return switch (this) {
            case SEEN -> Flags.Flag.SEEN;
            case ANSWERED -> Flags.Flag.ANSWERED;
            case FLAGGED -> Flags.Flag.FLAGGED;
            case DELETED -> Flags.Flag.DELETED;
        };
    }

    /** Returns the flag in IMAP. */
    String text() {
        return text;
    }

    /** Returns the flags of a message. */
    static Set<Mark> of(FLAGS flags) {
        Set<Mark> marks = EnumSet.noneOf(Mark.class);
        for (Mark mark : values()) {
            if (flags.contains(mark.flag())) {
                marks.add(mark);
            }
        }
        return marks;
    }

    /** Returns a list in IMAP, such as {@code (\Seen \Flagged)}. */
    static String list(Set<Mark> marks) {
        return marks.stream().map(Mark::text).collect(Collectors.joining(" ", "(", ")"));
    }
}
