// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.nio.charset.StandardCharsets;

/** Encodes the end of a text in place, without a copy when nothing has to be encoded. */
final class Encoding {
    private static final String HEX = "0123456789ABCDEF";
    private static final String INVALID_IN_PATHS = "\"<>\\^`{|}#";
    private static final String PLAIN = "-._~";

    private Encoding() {}

    /** Percent-encodes characters that are invalid in a path or query; question marks and slashes are kept. */
    static void path(StringBuilder text, int from) {
        percent(text, from, false);
    }

    /** Percent-encodes everything but letters, digits and a few signs. */
    static void component(StringBuilder text, int from) {
        percent(text, from, true);
    }

    private static void percent(StringBuilder text, int from, boolean isComponent) {
        for (int i = from; i < text.length(); i++) {
            if (!isUnencoded(text.charAt(i), isComponent)) {
                byte[] bytes = text.substring(i).getBytes(StandardCharsets.UTF_8);
                text.setLength(i);
                for (byte each : bytes) {
                    if (each >= 0 && isUnencoded((char) each, isComponent)) {
                        text.append((char) each);
                    } else {
                        text.append('%').append(HEX.charAt(each >> 4 & 15)).append(HEX.charAt(each & 15));
                    }
                }
                return;
            }
        }
    }

    private static boolean isUnencoded(char c, boolean isComponent) {
        if (c <= ' ' || c >= 0x7f) {
            return false;
        }
        boolean isPlain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return isPlain || (isComponent ? PLAIN.indexOf(c) >= 0 : INVALID_IN_PATHS.indexOf(c) < 0);
    }

    /** Escapes characters that are invalid in a JSON string. */
    static void json(StringBuilder text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                text.insert(i++, '\\');
            } else if (c < ' ') {
                String escaped = String.format("\\u%04x", (int) c);
                text.replace(i, i + 1, escaped);
                i += escaped.length() - 1;
            }
        }
    }
}
