// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.Locale;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.mail.content.ContentLine.ContentLines;

/** The people in address books. Stateless and thread-safe. */
public final class Contact {
    /** Number of frequent words that names are drawn from, so that a search finds some in a book of two hundred. */
    private static final int NAMES = 100;

    private Contact() {}

    /**
     * Returns the contact of some draws as it is stored in an address book: a vCard 3.0 (RFC 2426), which all supported
     * servers accept.
     *
     * @param uid globally unique identifier, which also names its resource in an address book
     */
    public static byte[] card(String uid, Draws draws) {
        int purpose = Purpose.CONTACT;
        String given = name(draws, 0);
        String family = name(draws, 1);
        return new ContentLines()
                .line("BEGIN:VCARD")
                .line("VERSION:3.0")
                .line("UID:" + uid)
                .text("FN", given + " " + family)
                .line("N:" + family + ";" + given + ";;;")
                .line("EMAIL;TYPE=INTERNET:" + (given + "." + family).toLowerCase(Locale.ROOT)
                        + draws.between(purpose, 3, 1, 999) + "@example.org")
                .line("TEL;TYPE=WORK:+1-555-" + draws.between(purpose, 4, 100_0000, 999_9999))
                .text("ORG", Vocabulary.phrase(draws.bits(purpose, 2), 2))
                .text("NOTE", Vocabulary.phrase(draws.bits(purpose, 5), draws.between(purpose, 6, 3, 20)))
                .line("END:VCARD")
                .bytes();
    }

    /** Returns whether the contact of some draws has the name that others search for. */
    public static boolean hasName(Draws draws, Draws search) {
        int searched = rank(search, 7);
        return rank(draws, 0) == searched || rank(draws, 1) == searched;
    }

    /** Returns a name to search for, which one of a hundred contacts has as given name, and one as family name. */
    public static String searchName(Draws draws) {
        return name(draws, 7);
    }

    private static int rank(Draws draws, int index) {
        return 150 + draws.between(Purpose.CONTACT, index, 0, NAMES - 1);
    }

    private static String name(Draws draws, int index) {
        String word = Vocabulary.word(rank(draws, index));
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
}
