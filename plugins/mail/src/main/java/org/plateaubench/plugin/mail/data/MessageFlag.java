// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import jakarta.mail.Flags;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.angus.mail.imap.protocol.FLAGS;

/** A flag that messages of a population may have. */
enum MessageFlag {
    SEEN("\\Seen"),
    ANSWERED("\\Answered"),
    FLAGGED("\\Flagged"),
    DELETED("\\Deleted");

    private final String text;

    MessageFlag(String text) {
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
    static Set<MessageFlag> of(FLAGS flags) {
        Set<MessageFlag> marks = EnumSet.noneOf(MessageFlag.class);
        for (MessageFlag flag : values()) {
            if (flags.contains(flag.flag())) {
                marks.add(flag);
            }
        }
        return marks;
    }

    /** Returns a list in IMAP, such as {@code (\Seen \Flagged)}. */
    static String list(Set<MessageFlag> marks) {
        return marks.stream().map(MessageFlag::text).collect(Collectors.joining(" ", "(", ")"));
    }
}
