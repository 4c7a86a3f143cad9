// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.angus.mail.imap.protocol.FLAGS;

/** A flag that messages of a population may have. */
enum Mark {
    SEEN("\\Seen", jakarta.mail.Flags.Flag.SEEN),
    ANSWERED("\\Answered", jakarta.mail.Flags.Flag.ANSWERED),
    FLAGGED("\\Flagged", jakarta.mail.Flags.Flag.FLAGGED),
    DELETED("\\Deleted", jakarta.mail.Flags.Flag.DELETED);

    private final String text;
    private final jakarta.mail.Flags.Flag flag;

    Mark(String text, jakarta.mail.Flags.Flag flag) {
        this.text = text;
        this.flag = flag;
    }

    /** As IMAP has it. */
    String text() {
        return text;
    }

    /** Those that a message has. */
    static Set<Mark> of(FLAGS flags) {
        Set<Mark> marks = EnumSet.noneOf(Mark.class);
        for (Mark mark : values()) {
            if (flags.contains(mark.flag)) {
                marks.add(mark);
            }
        }
        return marks;
    }

    /** As a list of IMAP, such as {@code (\Seen \Flagged)}. */
    static String list(Set<Mark> marks) {
        return marks.stream().map(Mark::text).collect(Collectors.joining(" ", "(", ")"));
    }
}
