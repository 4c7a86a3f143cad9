// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.form;

/** Cleans text from outside. */
public final class Text {
    private Text() {}

    /**
     * Returns a text without leading and trailing blanks and without invalid characters: databases refuse a zero, and
     * the rest only serves to deceive. Line ends become {@code }, or blanks in a single line.
     */
    public static String cleaned(String raw, boolean severalLines) {
        StringBuilder cleaned = new StringBuilder(raw.length());
        for (int at = 0; at < raw.length(); at++) {
            char next = raw.charAt(at);
            if (next == '\r' && at + 1 < raw.length() && raw.charAt(at + 1) == '\n') {
                continue;
            }
            if (next == '\n' || next == '\r' || next == '\t') {
                cleaned.append(severalLines && next != '\t' ? '\n' : ' ');
            } else if (!Character.isISOControl(next) && !isDirection(next) && !isUnpaired(raw, at)) {
                cleaned.append(next);
            }
        }
        return cleaned.toString().strip();
    }

    /** Returns whether a character changes the direction of the text after it. */
    private static boolean isDirection(char letter) {
        return (letter >= '\u202A' && letter <= '\u202E') || (letter >= '\u2066' && letter <= '\u2069');
    }

    private static boolean isUnpaired(String text, int at) {
        char letter = text.charAt(at);
        if (Character.isHighSurrogate(letter)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(letter) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
