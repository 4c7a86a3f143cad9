// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a message before its content is drawn.
 *
 * @param dateMillis milliseconds since 1970
 * @param messageId with angle brackets
 * @param token value of the header {@link Headers#TOKEN}, omitted when null
 * @param answered message that it answers and quotes; null for none
 * @param forwarded message that it has as an attachment; null for none
 */
public record Letter(
        String from,
        List<String> to,
        long dateMillis,
        String messageId,
        @Nullable String token,
        @Nullable Original answered,
        @Nullable Original forwarded) {
    public Letter {
        to = List.copyOf(to);
    }

    /** Creates a message that refers to no other one. */
    public Letter(String from, List<String> to, long dateMillis, String messageId, @Nullable String token) {
        this(from, to, dateMillis, messageId, token, null, null);
    }

    public Letter replyTo(Original original) {
        return new Letter(from, to, dateMillis, messageId, token, original, null);
    }

    public Letter forwardOf(Original original) {
        return new Letter(from, to, dateMillis, messageId, token, null, original);
    }
}
