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
    List<String> comparedProperties(String text) {
        List<String> properties = new ArrayList<>();
        for (ContentLine line : ContentLine.of(text)) {
            switch (line.name()) {
                case "UID", "FN", "EMAIL" -> properties.add(line.name() + " " + line.plainValue());
                default -> {
                    // A server may change it.
                }
            }
        }
        properties.sort(null);
        return properties;
    }

    /**
     * Returns the cards whose name or mail address contains a text, in any case.
     *
     * @throws MailFailure of class wrong-answer when one of the returned cards does not contain it
     */
    public List<DavObject> find(String text) throws MailFailure {
        exchange.startXml("REPORT", path(), "1", DavXml.addressBookQuery(text));
        List<DavObject> cards = queriedObjects();
        String wanted = text.toLowerCase(Locale.ROOT);
        for (DavObject card : cards) {
            if (!hasText(card.text(), wanted)) {
                throw exchange.wrongAnswer("the card " + card.name() + " does not contain '" + text + "'");
            }
        }
        return cards;
    }

    private static boolean hasText(String card, String wanted) {
        for (ContentLine line : ContentLine.of(card)) {
            boolean searched = line.name().equals("FN") || line.name().equals("EMAIL");
            if (searched && line.plainValue().toLowerCase(Locale.ROOT).contains(wanted)) {
                return true;
            }
        }
        return false;
    }
}
