// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The properties of collections and their objects; null for an unknown name. */
final class Properties {
    private static final QName RESOURCE_TYPE = DavNames.dav("resourcetype");
    private static final QName ETAG = DavNames.dav("getetag");

    /** The properties for a request that names none. */
    static final List<QName> USUAL = List.of(RESOURCE_TYPE, ETAG);

    private Properties() {}

    /** Returns a property of a calendar or address book. */
    static AnswerXml.@Nullable Value ofFolder(Kind kind, QName name) {
        QName type = kind == Kind.CALENDAR ? DavNames.calendar("calendar") : DavNames.card("addressbook");
        return name.equals(RESOURCE_TYPE) ? new AnswerXml.Value.Names(List.of(DavNames.dav("collection"), type)) : null;
    }

    /** Returns a property of an event or card, including its content. */
    static AnswerXml.@Nullable Value ofItem(Item item, Kind kind, QName name) {
        if (name.equals(RESOURCE_TYPE)) {
            return new AnswerXml.Value.Names(List.of());
        }
        if (name.equals(ETAG)) {
            return new AnswerXml.Value.Text(item.etag());
        }
        QName data = kind == Kind.CALENDAR ? DavNames.calendar("calendar-data") : DavNames.card("address-data");
        return name.equals(data) ? new AnswerXml.Value.Text(item.text()) : null;
    }
}
