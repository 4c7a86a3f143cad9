// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import org.jspecify.annotations.Nullable;

/** Makes text safe to display: one line, of limited length, no terminal control sequences. Stateless, thread-safe. */
public final class ShownText {
    private static final int SENTENCE_CHARACTERS = 1_000;

    private ShownText() {}

    /** Text of one or two sentences; the word {@code null} for null. */
    public static String of(@Nullable String text) {
        return line(String.valueOf(text), SENTENCE_CHARACTERS);
    }

    static String line(String text, int characters) {
        boolean isLong = text.length() > characters;
        StringBuilder shown = new StringBuilder(Math.min(text.length(), characters) + 3);
        for (int i = 0; i < Math.min(text.length(), characters); i++) {
            char character = text.charAt(i);
            shown.append(isShown(character) ? character : ' ');
        }
        return isLong ? shown.append("...").toString() : shown.toString();
    }

    /** False for control characters, and for format characters such as those that change the writing direction. */
    private static boolean isShown(char character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
