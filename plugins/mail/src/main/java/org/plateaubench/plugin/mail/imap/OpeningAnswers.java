// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/** The codes of untagged {@code OK} answers while a folder is opened. */
public final class OpeningAnswers {
    long uidValidity = -1;
    long uidNext = -1;
    long highestModSequence = -1;

    /** Returns the UID of the next message; -1 when unknown. */
    public long uidNext() {
        return uidNext;
    }

    void clear() {
        uidValidity = -1;
        uidNext = -1;
        highestModSequence = -1;
    }

    /** Takes the text of an {@code OK}. */
    public void take(String rest) {
        if (!rest.startsWith("[")) {
            return;
        }
        int space = rest.indexOf(' ');
        int end = rest.indexOf(']');
        if (space < 0 || end < space) {
            return;
        }
        String value = rest.substring(space + 1, end);
        switch (rest.substring(1, space)) {
            case "UIDVALIDITY" -> uidValidity = number(value);
            case "UIDNEXT" -> uidNext = number(value);
            case "HIGHESTMODSEQ" -> highestModSequence = number(value);
            default -> {
                // Not used.
            }
        }
    }

    private static long number(String text) {
        return !text.isEmpty() && text.length() < 19 && text.chars().allMatch(Character::isDigit)
                ? Long.parseLong(text)
                : -1;
    }
}
