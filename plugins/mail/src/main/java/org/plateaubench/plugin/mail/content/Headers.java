// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;
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
        int end = bodyStart(message);
        int lineStart = 0;
        while (lineStart < end) {
            int lineEnd = lineEnd(message, lineStart, end);
            if (isNamed(message, lineStart, lineEnd, name)) {
                return unfolded(message, lineStart + name.length() + 1, end);
            }
            lineStart = lineEnd + 1;
        }
        return null;
    }

    private static boolean isNamed(byte[] message, int start, int end, String name) {
        if (end - start <= name.length() || message[start + name.length()] != ':') {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (Character.toLowerCase(message[start + i]) != Character.toLowerCase(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static String unfolded(byte[] message, int start, int end) {
        StringBuilder value = new StringBuilder();
        int lineStart = start;
        do {
            int lineEnd = lineEnd(message, lineStart, end);
            String line = new String(message, lineStart, lineEnd - lineStart, StandardCharsets.ISO_8859_1).strip();
            value.append(value.isEmpty() || line.isEmpty() ? "" : " ").append(line);
            lineStart = lineEnd + 1;
        } while (lineStart < end && (message[lineStart] == ' ' || message[lineStart] == '\t'));
        return value.toString();
    }

    private static int lineEnd(byte[] message, int start, int end) {
        int at = start;
        while (at < end && message[at] != '\n') {
            at++;
        }
        return at;
    }
}
