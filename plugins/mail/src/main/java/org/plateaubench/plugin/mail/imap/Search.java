// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.eclipse.angus.mail.iap.Argument;

/**
 * A search by a user; words are in ASCII.
 *
 * @param arguments arguments of the command
 */
public record Search(Argument arguments) {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d-MMM-yyyy", Locale.ROOT);

    public static Search subject(String word) {
        return new Search(
                new Argument().writeAtom("HEADER").writeString("Subject").writeString(word, StandardCharsets.UTF_8));
    }

    /** Searches for a word anywhere in a message's text. */
    public static Search text(String word) {
        return new Search(new Argument().writeAtom("BODY").writeString(word, StandardCharsets.UTF_8));
    }

    /** Searches for messages from a day or later. */
    public static Search since(LocalDate day) {
        return new Search(new Argument().writeAtom("SINCE").writeAtom(DAY.format(day)));
    }

    /** Searches for messages with or without a flag. */
    public static Search flagged(Flag flag, boolean on) {
        String word = flag.title().substring(1).toUpperCase(Locale.ROOT);
        return new Search(new Argument().writeAtom(on ? word : "UN" + word));
    }
}
