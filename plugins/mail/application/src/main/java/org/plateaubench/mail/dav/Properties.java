// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;

/** Properties of what paths lead to. */
final class Properties {
    static final QName ETAG = DavNames.dav("getetag");
    static final QName CALENDAR_DATA = DavNames.calendar("calendar-data");
    static final QName ADDRESS_DATA = DavNames.card("address-data");

    private static final QName RESOURCE_TYPE = DavNames.dav("resourcetype");
    private static final QName COLLECTION = DavNames.dav("collection");

    /** What is told who asks for nothing in particular. */
    static final List<QName> USUAL =
            List.of(RESOURCE_TYPE, ETAG, DavNames.dav("getcontenttype"), DavNames.dav("getcontentlength"));

    private static final String SYNC = "http://plateaubench.org/sync/";

    private Properties() {}

    private static Map<QName, AnswerXml.Value> ofAll(String account) {
        Map<QName, AnswerXml.Value> properties = new HashMap<>();
        String home = new DavPath(account, "", "").href();
        properties.put(DavNames.dav("current-user-principal"), new AnswerXml.Value.Link(home));
        properties.put(DavNames.dav("principal-URL"), new AnswerXml.Value.Link(home));
        properties.put(DavNames.calendar("calendar-home-set"), new AnswerXml.Value.Link(home));
        properties.put(DavNames.card("addressbook-home-set"), new AnswerXml.Value.Link(home));
        return properties;
    }

    /** Of the root and of an account's home, for one who is signed in. */
    static Map<QName, AnswerXml.Value> ofHome(DavPath path, String account) {
        Map<QName, AnswerXml.Value> properties = ofAll(account);
        properties.put(
                RESOURCE_TYPE,
                new AnswerXml.Value.Names(
                        path.isHome() ? List.of(COLLECTION, DavNames.dav("principal")) : List.of(COLLECTION)));
        return properties;
    }

    /** Of a calendar or address book. */
    static Map<QName, AnswerXml.Value> ofFolder(DavPath path, Folder folder, String account) {
        Map<QName, AnswerXml.Value> properties = ofAll(account);
        QName kind = folder.kind() == Kind.CALENDAR ? DavNames.calendar("calendar") : DavNames.card("addressbook");
        String token = syncToken(folder.changes());
        properties.put(RESOURCE_TYPE, new AnswerXml.Value.Names(List.of(COLLECTION, kind)));
        properties.put(DavNames.dav("displayname"), new AnswerXml.Value.Text(path.collection()));
        properties.put(DavNames.dav("sync-token"), new AnswerXml.Value.Text(token));
        properties.put(new QName(DavNames.SERVER, "getctag"), new AnswerXml.Value.Text(token));
        return properties;
    }

    /** Of an event or card. */
    static Map<QName, AnswerXml.Value> ofItem(Item item, Kind kind) {
        Map<QName, AnswerXml.Value> properties = new HashMap<>();
        properties.put(RESOURCE_TYPE, new AnswerXml.Value.Names(List.of()));
        properties.put(ETAG, new AnswerXml.Value.Text(item.etag()));
        properties.put(DavNames.dav("getcontenttype"), new AnswerXml.Value.Text(kind.mediaType() + "; charset=utf-8"));
        properties.put(
                DavNames.dav("getcontentlength"), new AnswerXml.Value.Text(Integer.toString(item.body().length)));
        return properties;
    }

    /** The same with its content, for reports. */
    static Map<QName, AnswerXml.Value> ofItemWithData(Item item, Kind kind) {
        Map<QName, AnswerXml.Value> properties = ofItem(item, kind);
        properties.put(kind == Kind.CALENDAR ? CALENDAR_DATA : ADDRESS_DATA, new AnswerXml.Value.Text(item.text()));
        return properties;
    }

    static String syncToken(long change) {
        return SYNC + change;
    }

    /** The number in a token; 0 for none. */
    static long change(String token) throws DavRefusal {
        String given = token.strip();
        if (given.isEmpty()) {
            return 0;
        }
        try {
            if (given.startsWith(SYNC)) {
                return Long.parseLong(given.substring(SYNC.length()));
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new DavRefusal(DavNames.FORBIDDEN, "D:valid-sync-token");
    }
}
