// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a message before its content is drawn.
 *
 * @param from address of the sender
 * @param to addresses of the recipients, at least one
 * @param dateMillis milliseconds since 1970
 * @param messageId with angle brackets
 * @param token value of the header {@link Headers#TOKEN}, omitted when null
 * @param kind whether it is new or refers to another message
 * @param original the message that it answers or forwards; null for a new one
 */
public record Letter(
        String from,
        List<String> to,
        long dateMillis,
        String messageId,
        @Nullable String token,
        Kind kind,
        @Nullable Original original) {

    /** Whether a message is new or refers to another one. */
    public enum Kind {
        /** Refers to no other message. */
        NEW,
        /** Answers and quotes the original. */
        REPLY,
        /** Forwards the original as an attachment. */
        FORWARD
    }

    public Letter {
        to = List.copyOf(to);
    }

    public static Letter of(String from, List<String> to, long dateMillis, String messageId, @Nullable String token) {
        return new Letter(from, to, dateMillis, messageId, token, Kind.NEW, null);
    }

    public Letter replyTo(Original answered) {
        return new Letter(from, to, dateMillis, messageId, token, Kind.REPLY, answered);
    }

    public Letter forwardOf(Original forwarded) {
        return new Letter(from, to, dateMillis, messageId, token, Kind.FORWARD, forwarded);
    }
}
