// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the header block of a message, with CRLF or bare LF as line ends. Stateless and thread-safe. */
public final class Headers {
    /** Identifies a sent message, so that its delivery can be followed. */
    public static final String TOKEN = "X-Plateau-Token";

    /** Digest of everything below the header block, in the form of {@link Digests}. */
    public static final String DIGEST = "X-Plateau-Digest";

    private static final Pattern FOLD = Pattern.compile("\\s*\n\\s*");

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
        return value(message, 0, bodyStart(message), name);
    }

    /** Returns the first header of a name in the lines of a header block from {@code start} to {@code end}. */
    public static @Nullable String value(byte[] bytes, int start, int end, String name) {
        int line = start;
        while (line < end) {
            int lineEnd = lineEnd(bytes, line, end);
            if (isNamed(bytes, line, lineEnd, name)) {
                while (lineEnd + 1 < end && (bytes[lineEnd + 1] == ' ' || bytes[lineEnd + 1] == '\t')) {
                    lineEnd = lineEnd(bytes, lineEnd + 1, end);
                }
                int value = line + name.length() + 1;
                String text = new String(bytes, value, lineEnd - value, StandardCharsets.ISO_8859_1).strip();
                return text.indexOf('\n') < 0 ? text : FOLD.matcher(text).replaceAll(" ");
            }
            line = lineEnd + 1;
        }
        return null;
    }

    private static int lineEnd(byte[] bytes, int from, int end) {
        int lineEnd = from;
        while (lineEnd < end && bytes[lineEnd] != '\n') {
            lineEnd++;
        }
        return lineEnd;
    }

    private static boolean isNamed(byte[] bytes, int start, int end, String name) {
        int length = name.length();
        if (end - start <= length || bytes[start + length] != ':') {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (Character.toLowerCase(bytes[start + i]) != Character.toLowerCase(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
