// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.plateaubench.plugin.mail.dav.CalendarTime;
import org.plateaubench.plugin.mail.dav.ContentLine;
import org.w3c.dom.Element;

/** Questions about the content of a collection. */
final class Reports {
    private static final int LINKS_AT_MOST = 10_000;
    private static final QName HREF = DavNames.dav("href");
    private static final QName TIME_RANGE = DavNames.calendar("time-range");
    private static final QName COMPONENT_FILTER = DavNames.calendar("comp-filter");

    private Reports() {}

    /**
     * An answer.
     *
     * @param body of that media type
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Answer(int status, String mediaType, byte[] body) {
        static Answer multiStatus(AnswerXml xml) {
            return new Answer(DavNames.MULTI_STATUS, "application/xml", xml.end());
        }
    }

    /** Answers a report on a collection, as of now. */
    static Answer answer(DavPath path, Folder folder, Element root, Instant now) throws DavRefusal {
        boolean calendar = folder.kind() == Kind.CALENDAR;
        if (RequestXml.is(root, DavNames.dav("sync-collection"))) {
            return changes(path, folder, root);
        }
        if (calendar) {
            if (RequestXml.is(root, DavNames.calendar("calendar-query"))) {
                return events(path, folder, root);
            }
            if (RequestXml.is(root, DavNames.calendar("calendar-multiget"))) {
                return named(path, folder, root);
            }
            if (isFreeBusy(root)) {
                return freeBusy(folder, root, now);
            }
        } else {
            if (RequestXml.is(root, DavNames.card("addressbook-query"))) {
                return cards(path, folder, root);
            }
            if (RequestXml.is(root, DavNames.card("addressbook-multiget"))) {
                return named(path, folder, root);
            }
        }
        throw new DavRefusal(DavNames.FORBIDDEN, "D:supported-report");
    }

    /** The one report that is answered on somebody else's calendar: it says when and not what. */
    static boolean isFreeBusy(Element root) {
        return RequestXml.is(root, DavNames.calendar("free-busy-query"));
    }

    private static Answer told(DavPath path, Folder folder, Element root, List<Item> items) {
        List<QName> asked = RequestXml.properties(root);
        AnswerXml xml = AnswerXml.multiStatus();
        for (Item item : items) {
            xml.found(path.withItem(item.name()).href(), asked, Properties.ofItemWithData(item, folder.kind()));
        }
        return Answer.multiStatus(xml);
    }

    private static Answer events(DavPath path, Folder folder, Element root) throws DavRefusal {
        Element filter = RequestXml.child(root, DavNames.calendar("filter"));
        Element object = filter == null ? null : RequestXml.child(filter, COMPONENT_FILTER);
        if (object == null || !object.getAttribute("name").equals("VCALENDAR")) {
            throw new DavRefusal(DavNames.FORBIDDEN, "C:valid-filter");
        }
        List<Element> inner = RequestXml.children(object);
        if (inner.isEmpty()) {
            return told(path, folder, root, folder.matching(item -> true));
        }
        Element component = inner.getFirst();
        if (inner.size() > 1 || !RequestXml.is(component, COMPONENT_FILTER)) {
            throw new DavRefusal(DavNames.FORBIDDEN, "C:supported-filter");
        }
        if (!component.getAttribute("name").equals("VEVENT")) {
            return told(path, folder, root, List.of());
        }
        List<Element> conditions = RequestXml.children(component);
        if (conditions.isEmpty()) {
            return told(path, folder, root, folder.matching(item -> true));
        }
        if (conditions.size() > 1 || !RequestXml.is(conditions.getFirst(), TIME_RANGE)) {
            throw new DavRefusal(DavNames.FORBIDDEN, "C:supported-filter");
        }
        EventTimes.Stretch range = range(conditions.getFirst());
        return told(
                path,
                folder,
                root,
                folder.matching(item -> item.times() != null && item.times().touch(range)));
    }

    private static EventTimes.Stretch range(Element element) throws DavRefusal {
        Instant start = moment(element.getAttribute("start"), Instant.parse("1970-01-01T00:00:00Z"));
        Instant end = moment(element.getAttribute("end"), Instant.parse("2100-01-01T00:00:00Z"));
        if (!start.isBefore(end)) {
            throw new DavRefusal(DavNames.FORBIDDEN, "C:valid-filter");
        }
        return new EventTimes.Stretch(start, end);
    }

    private static Instant moment(String text, Instant missing) throws DavRefusal {
        if (text.isEmpty()) {
            return missing;
        }
        if (!text.endsWith("Z")) {
            throw new DavRefusal(DavNames.FORBIDDEN, "C:valid-filter");
        }
        return CalendarTime.of(new ContentLine("TIME", "", text))
                .orElseThrow(() -> new DavRefusal(DavNames.FORBIDDEN, "C:valid-filter"));
    }

    private static Answer freeBusy(Folder folder, Element root, Instant now) throws DavRefusal {
        Element element = RequestXml.child(root, TIME_RANGE);
        if (element == null) {
            throw new DavRefusal(DavNames.BAD_REQUEST);
        }
        EventTimes.Stretch range = range(element);
        StringBuilder text = new StringBuilder(512);
        text.append("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//plateaubench.org//mail server//EN\r\n")
                .append("BEGIN:VFREEBUSY\r\nDTSTAMP:")
                .append(CalendarTime.utc(now))
                .append("\r\nDTSTART:")
                .append(CalendarTime.utc(range.start()))
                .append("\r\nDTEND:")
                .append(CalendarTime.utc(range.end()))
                .append("\r\n");
        for (Item item : folder.items()) {
            EventTimes times = item.times();
            if (times != null) {
                for (EventTimes.Stretch busy : times.busy(range)) {
                    text.append("FREEBUSY:")
                            .append(CalendarTime.utc(busy.start()))
                            .append('/')
                            .append(CalendarTime.utc(busy.end()))
                            .append("\r\n");
                }
            }
        }
        text.append("END:VFREEBUSY\r\nEND:VCALENDAR\r\n");
        return new Answer(DavNames.OK, "text/calendar", text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static Answer cards(DavPath path, Folder folder, Element root) throws DavRefusal {
        Element filter = RequestXml.child(root, DavNames.card("filter"));
        CardFilter wanted = CardFilter.of(filter);
        return told(path, folder, root, folder.matching(wanted::matches));
    }

    private static Answer named(DavPath path, Folder folder, Element root) throws DavRefusal {
        List<QName> asked = RequestXml.properties(root);
        List<Element> links = new ArrayList<>();
        for (Element child : RequestXml.children(root)) {
            if (RequestXml.is(child, HREF)) {
                links.add(child);
            }
        }
        if (links.size() > LINKS_AT_MOST) {
            throw new DavRefusal(DavNames.TOO_LARGE);
        }
        AnswerXml xml = AnswerXml.multiStatus();
        for (Element link : links) {
            DavPath wanted = DavPath.of(link.getTextContent().strip());
            boolean here = wanted.account().equals(path.account())
                    && wanted.collection().equals(path.collection());
            Item item = here ? folder.item(wanted.item()) : null;
            if (item == null) {
                xml.missing(wanted.href());
            } else {
                xml.found(wanted.href(), asked, Properties.ofItemWithData(item, folder.kind()));
            }
        }
        return Answer.multiStatus(xml);
    }

    private static Answer changes(DavPath path, Folder folder, Element root) throws DavRefusal {
        Element token = RequestXml.child(root, DavNames.dav("sync-token"));
        Folder.Changes changes = folder.since(Properties.change(token == null ? "" : token.getTextContent()));
        List<QName> asked = RequestXml.properties(root);
        AnswerXml xml = AnswerXml.multiStatus();
        for (Item item : changes.stored()) {
            xml.found(path.withItem(item.name()).href(), asked, Properties.ofItemWithData(item, folder.kind()));
        }
        for (String name : changes.gone()) {
            xml.missing(path.withItem(name).href());
        }
        xml.syncToken(Properties.syncToken(changes.last()));
        return Answer.multiStatus(xml);
    }
}
