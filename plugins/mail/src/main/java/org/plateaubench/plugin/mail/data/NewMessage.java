// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Instant;
import java.util.Set;
import org.plateaubench.plugin.mail.imap.Flag;

/** A message to append to a folder. Immutable as long as its bytes are not changed. */
final class NewMessage {
    private final byte[] bytes;
    private final Set<Flag> marks;
    private final Instant date;

    /**
     * Creates a message.
     *
     * @param bytes with CRLF at the end of each line
     * @param marks its flags
     * @param date its internal date
     */
    NewMessage(byte[] bytes, Set<Flag> marks, Instant date) {
        this.bytes = bytes;
        this.marks = Set.copyOf(marks);
        this.date = date;
    }

    /** Returns the whole message, not copied. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns its flags. */
    Set<Flag> marks() {
        return marks;
    }

    /** Returns its internal date. */
    Instant date() {
        return date;
    }
}
