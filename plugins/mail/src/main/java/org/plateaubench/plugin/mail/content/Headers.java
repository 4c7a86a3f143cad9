// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the header block of a message, with CRLF or bare LF as line ends. Stateless; any thread. */
public final class Headers {
    /** Identifies a sent message, so that its delivery can be followed. */
    public static final String TOKEN = "X-Plateau-Token";

    /** Digest of everything below the header block, in the form of {@link Digests}. */
    public static final String DIGEST = "X-Plateau-Digest";

    private Headers() {}

    /** Returns the start of the body: after the first empty line, or the end of a message without one. */
    public static int bodyStart(byte[] message) {
        int lineStart = 0;
        for (int i = 0; i < message.length; i++) {
            if (message[i] == '\n') {
                int length = i - lineStart;
                if (length == 0 || (length == 1 && message[lineStart] == '\r')) {
                    return i + 1;
                }
                lineStart = i + 1;
            }
        }
        return message.length;
    }

    /** Returns the first header of a name, case-insensitive, unfolded and stripped; null without one. */
    public static @Nullable String value(byte[] message, String name) {
        String block = new String(message, 0, bodyStart(message), StandardCharsets.ISO_8859_1);
        Matcher header = Pattern.compile(
                        "^" + Pattern.quote(name) + ":(.*(?:\n[ \t].*)*)",
                        Pattern.CASE_INSENSITIVE | Pattern.MULTILINE | Pattern.UNIX_LINES)
                .matcher(block);
        return header.find() ? header.group(1).replaceAll("\\s*\n\\s*", " ").strip() : null;
    }
}
