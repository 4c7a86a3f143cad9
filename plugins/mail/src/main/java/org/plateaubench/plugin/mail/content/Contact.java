// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.Locale;
import org.plateaubench.api.Draws;

/**
 * A person in an address book.
 *
 * @param uid globally unique identifier, which also names its resource in an address book
 * @param givenName first name
 * @param familyName last name
 * @param address mail address
 * @param telephone number
 * @param organization employer
 * @param note a text
 */
public record Contact(
        String uid,
        String givenName,
        String familyName,
        String address,
        String telephone,
        String organization,
        String note) {
    /** Number of frequent words that names are drawn from, so that a search finds some in a book of two hundred. */
    private static final int NAMES = 100;

    /** Returns the contact of some draws. */
    public static Contact draw(Vocabulary vocabulary, String uid, Draws draws) {
        String given = name(vocabulary, draws, 0);
        String family = name(vocabulary, draws, 1);
        String organization = vocabulary.phrase(draws.bits(Purpose.CONTACT, 2), 2);
        String address = (given + "." + family).toLowerCase(Locale.ROOT) + draws.between(Purpose.CONTACT, 3, 1, 999)
                + "@example.org";
        String telephone = "+1-555-" + draws.between(Purpose.CONTACT, 4, 100_0000, 999_9999);
        String note = vocabulary.phrase(draws.bits(Purpose.CONTACT, 5), draws.between(Purpose.CONTACT, 6, 3, 20));
        return new Contact(uid, given, family, address, telephone, organization, note);
    }

    /** Returns a name to search for: the given or family name of one in a hundred contacts each. */
    public static String searchName(Vocabulary vocabulary, Draws draws) {
        return name(vocabulary, draws, 7);
    }

    private static String name(Vocabulary vocabulary, Draws draws, int index) {
        String word = vocabulary.word(150 + draws.between(Purpose.CONTACT, index, 0, NAMES - 1));
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /** Returns the name as it is displayed. */
    public String displayName() {
        return givenName + " " + familyName;
    }

    /**
     * Returns the contact as it is stored in an address book: a vCard 3.0 (RFC 2426), which all supported servers
     * accept.
     */
    public byte[] card() {
        return new ContentLines()
                .line("BEGIN:VCARD")
                .line("VERSION:3.0")
                .line("UID:" + uid)
                .text("FN", displayName())
                .line("N:" + ContentLines.escaped(familyName) + ";" + ContentLines.escaped(givenName) + ";;;")
                .line("EMAIL;TYPE=INTERNET:" + address)
                .line("TEL;TYPE=WORK:" + telephone)
                .text("ORG", organization)
                .text("NOTE", note)
                .line("END:VCARD")
                .bytes();
    }
}
