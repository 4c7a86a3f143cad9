// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.plateaubench.plugin.mail.content.ContentLine;

/** The XML bodies of requests. */
final class DavXml {
    static final String DAV = "DAV:";
    static final String CALDAV = "urn:ietf:params:xml:ns:caldav";
    static final String CARDDAV = "urn:ietf:params:xml:ns:carddav";

    private static final String XML_DECLARATION = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
    private static final String NAMESPACES =
            " xmlns:D=\"" + DAV + "\" xmlns:C=\"" + CALDAV + "\" xmlns:A=\"" + CARDDAV + "\"";

    static final byte[] RESOURCE_TYPE =
            bytes("<D:propfind" + NAMESPACES + "><D:prop><D:resourcetype/></D:prop></D:propfind>");

    /** Requests all members with their ETags. */
    static final byte[] LIST =
            bytes("<D:propfind" + NAMESPACES + "><D:prop><D:resourcetype/><D:getetag/></D:prop></D:propfind>");

    static final byte[] MAKE_CALENDAR = bytes("<C:mkcalendar" + NAMESPACES
            + "><D:set><D:prop><D:displayname>Calendar</D:displayname><C:supported-calendar-component-set>"
            + "<C:comp name=\"VEVENT\"/></C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>");

    static final byte[] MAKE_ADDRESS_BOOK = bytes("<D:mkcol" + NAMESPACES
            + "><D:set><D:prop><D:resourcetype><D:collection/><A:addressbook/></D:resourcetype>"
            + "<D:displayname>Contacts</D:displayname></D:prop></D:set></D:mkcol>");

    private DavXml() {}

    /** Returns a query for the complete events that overlap a range. */
    static byte[] calendarQuery(Instant from, Instant until) {
        return bytes("<C:calendar-query" + NAMESPACES + "><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter>"
                + "<C:comp-filter name=\"VCALENDAR\"><C:comp-filter name=\"VEVENT\">" + range(from, until)
                + "</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>");
    }

    static byte[] freeBusyQuery(Instant from, Instant until) {
        return bytes("<C:free-busy-query" + NAMESPACES + ">" + range(from, until) + "</C:free-busy-query>");
    }

    private static String range(Instant from, Instant until) {
        return "<C:time-range start=\"" + ContentLine.utc(from) + "\" end=\"" + ContentLine.utc(until) + "\"/>";
    }

    /** Returns a query for the cards whose name or mail address contains a text. */
    static byte[] addressBookQuery(String text) {
        String match = "<A:text-match collation=\"i;unicode-casemap\" match-type=\"contains\">" + escaped(text)
                + "</A:text-match></A:prop-filter>";
        return bytes("<A:addressbook-query" + NAMESPACES + "><D:prop><D:getetag/><A:address-data/></D:prop>"
                + "<A:filter test=\"anyof\"><A:prop-filter name=\"FN\">" + match + "<A:prop-filter name=\"EMAIL\">"
                + match + "</A:filter></A:addressbook-query>");
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.append(c < ' ' ? ' ' : c);
            }
        }
        return escaped.toString();
    }

    private static byte[] bytes(String xml) {
        return (XML_DECLARATION + xml).getBytes(StandardCharsets.UTF_8);
    }
}
