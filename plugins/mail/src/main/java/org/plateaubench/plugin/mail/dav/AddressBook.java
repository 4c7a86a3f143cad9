// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.content.ContentLine;
import org.plateaubench.plugin.mail.dav.DavCollection.DavObject;

/** The address book of one account (RFC 6352). Not thread-safe. */
public final class AddressBook extends DavCollection {
    AddressBook(DavExchange exchange, String path) {
        super(exchange, path, "text/vcard; charset=utf-8", "MKCOL", DavXml.MAKE_ADDRESS_BOOK);
    }

    @Override
    List<String> meaning(String text) {
        List<String> meaning = new ArrayList<>();
        for (ContentLine line : ContentLine.of(text)) {
            switch (line.name()) {
                case "UID", "FN", "EMAIL" -> meaning.add(line.name() + " " + line.plainValue());
                default -> {
                    // A server may change it.
                }
            }
        }
        meaning.sort(null);
        return meaning;
    }

    /**
     * Returns the cards whose name or mail address contains a text, in any case.
     *
     * @throws MailFailure of class wrong-answer when one of the returned cards does not contain it
     */
    public List<DavObject> find(String text) throws MailFailure {
        exchange.startXml("REPORT", path(), "1", DavXml.addressBookQuery(text));
        List<DavObject> cards = found();
        String wanted = text.toLowerCase(Locale.ROOT);
        for (DavObject card : cards) {
            if (!holds(card.text(), wanted)) {
                throw exchange.wrong("the card " + card.name() + " does not hold '" + text + "'");
            }
        }
        return cards;
    }

    private static boolean holds(String card, String wanted) {
        for (ContentLine line : ContentLine.of(card)) {
            boolean searched = line.name().equals("FN") || line.name().equals("EMAIL");
            if (searched && line.plainValue().toLowerCase(Locale.ROOT).contains(wanted)) {
                return true;
            }
        }
        return false;
    }
}
