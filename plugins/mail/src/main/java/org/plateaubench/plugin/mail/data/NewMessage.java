// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Instant;
import java.util.Set;

/** A message to be put into a folder. Immutable as long as nobody writes into its bytes. */
final class NewMessage {
    private final byte[] bytes;
    private final Set<Mark> marks;
    private final Instant date;

    /**
     * A message.
     *
     * @param bytes with CRLF at the end of each line
     * @param marks its flags
     * @param date when it is said to have come
     */
    NewMessage(byte[] bytes, Set<Mark> marks, Instant date) {
        this.bytes = bytes;
        this.marks = Set.copyOf(marks);
        this.date = date;
    }

    /** All of it, not copied. */
    byte[] bytes() {
        return bytes;
    }

    /** Its flags. */
    Set<Mark> marks() {
        return marks;
    }

    /** When it is said to have come. */
    Instant date() {
        return date;
    }
}
