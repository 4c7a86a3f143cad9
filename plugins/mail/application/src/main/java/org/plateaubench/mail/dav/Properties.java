// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Properties of collections and of what is in them; null where there is none of a name. */
final class Properties {
    private static final QName RESOURCE_TYPE = DavNames.dav("resourcetype");
    private static final QName ETAG = DavNames.dav("getetag");

    /** What is told who asks for nothing in particular. */
    static final List<QName> USUAL = List.of(RESOURCE_TYPE, ETAG);

    private Properties() {}

    /** Of a calendar or address book. */
    static AnswerXml.@Nullable Value ofFolder(Kind kind, QName name) {
        QName type = kind == Kind.CALENDAR ? DavNames.calendar("calendar") : DavNames.card("addressbook");
        return name.equals(RESOURCE_TYPE) ? new AnswerXml.Value.Names(List.of(DavNames.dav("collection"), type)) : null;
    }

    /** Of an event or card, with its content. */
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
