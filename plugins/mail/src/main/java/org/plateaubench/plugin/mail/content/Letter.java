// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a message before its content is drawn.
 *
 * @param from address of the sender
 * @param to addresses of the recipients, at least one
 * @param dateMillis milliseconds since 1970
 * @param messageId with its angle brackets
 * @param token value of the header {@link Headers#TOKEN}, left out when null
 * @param kind whether it is new or about another
 * @param original what it answers or forwards; null for a new one
 */
public record Letter(
        String from,
        List<String> to,
        long dateMillis,
        String messageId,
        @Nullable String token,
        Kind kind,
        @Nullable Original original) {

    /** Whether a message is new or about another. */
    public enum Kind {
        /** About nothing else. */
        NEW,
        /** Quotes the original. */
        REPLY,
        /** Has the original as an attachment. */
        FORWARD
    }

    /** Copies the recipients. */
    public Letter {
        to = List.copyOf(to);
    }

    /** A new message. */
    public static Letter of(String from, List<String> to, long dateMillis, String messageId, @Nullable String token) {
        return new Letter(from, to, dateMillis, messageId, token, Kind.NEW, null);
    }

    /** The same as an answer. */
    public Letter replyTo(Original answered) {
        return new Letter(from, to, dateMillis, messageId, token, Kind.REPLY, answered);
    }

    /** The same as a forward. */
    public Letter forwardOf(Original forwarded) {
        return new Letter(from, to, dateMillis, messageId, token, Kind.FORWARD, forwarded);
    }
}
