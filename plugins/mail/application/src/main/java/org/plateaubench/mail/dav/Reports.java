// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.dav.CalendarTime;
import org.plateaubench.plugin.mail.dav.ContentLine;
import org.w3c.dom.Element;

/** Reports (RFC 3253) on the content of a collection. */
final class Reports {
    private static final QName TIME_RANGE = DavNames.calendar("time-range");
    private static final QName COMPONENT_FILTER = DavNames.calendar("comp-filter");

    private Reports() {}

    /**
     * An answer.
     *
     * @param body body of that media type
     */
    @SuppressWarnings("ArrayRecordComponent") // Records of this type are never compared.
    record Answer(int status, String mediaType, byte[] body) {
        static Answer multiStatus(AnswerXml xml) {
            return new Answer(DavNames.MULTI_STATUS, "application/xml", xml.end());
        }
    }

    /** Answers a report on a collection at the given instant. */
    static Answer answer(DavPath path, Folder folder, Element root, Instant now) throws DavRefusal {
        if (folder.kind() == Kind.CALENDAR) {
            if (RequestXml.is(root, DavNames.calendar("calendar-query"))) {
                return events(path, folder, root);
            }
            if (isFreeBusy(root)) {
                return freeBusy(folder, root, now);
            }
        } else if (RequestXml.is(root, DavNames.card("addressbook-query"))) {
            CardFilter wanted = CardFilter.of(RequestXml.child(root, DavNames.card("filter")));
            return listed(path, folder, root, folder.matching(wanted::matches));
        }
        throw new DavRefusal(DavNames.FORBIDDEN, "D:supported-report");
    }

    /**
     * Returns whether this is the one report that other users may request on a calendar: it shows when the owner is
     * busy, and nothing else.
     */
    static boolean isFreeBusy(Element root) {
        return RequestXml.is(root, DavNames.calendar("free-busy-query"));
    }

    private static Answer listed(DavPath path, Folder folder, Element root, List<Item> items) {
        List<QName> asked = RequestXml.properties(root);
        AnswerXml xml = AnswerXml.multiStatus();
        for (Item item : items) {
            xml.found(path.withItem(item.name()).href(), asked, name -> Properties.ofItem(item, folder.kind(), name));
        }
        return Answer.multiStatus(xml);
    }

    private static Answer events(DavPath path, Folder folder, Element root) throws DavRefusal {
        Element wanted = RequestXml.child(root, DavNames.calendar("filter"));
        for (String component : new String[] {"VCALENDAR", "VEVENT"}) {
            wanted = wanted == null ? null : RequestXml.child(wanted, COMPONENT_FILTER);
            if (wanted == null || !wanted.getAttribute("name").equals(component)) {
                throw new DavRefusal(DavNames.FORBIDDEN, "C:supported-filter");
            }
        }
        EventTimes.TimeRange range = range(wanted);
        return listed(
                path,
                folder,
                root,
                folder.matching(item -> item.times() != null && item.times().touch(range)));
    }

    /** Returns the time range of an element. */
    private static EventTimes.TimeRange range(@Nullable Element within) throws DavRefusal {
        List<Element> conditions = within == null ? List.of() : RequestXml.children(within);
        if (conditions.size() != 1 || !RequestXml.is(conditions.getFirst(), TIME_RANGE)) {
            throw new DavRefusal(DavNames.FORBIDDEN, "C:supported-filter");
        }
        Instant start = moment(conditions.getFirst().getAttribute("start"));
        Instant end = moment(conditions.getFirst().getAttribute("end"));
        if (!start.isBefore(end)) {
            throw new DavRefusal(DavNames.FORBIDDEN, "C:valid-filter");
        }
        return new EventTimes.TimeRange(start, end);
    }

    private static Instant moment(String text) throws DavRefusal {
        if (!text.endsWith("Z")) {
            throw new DavRefusal(DavNames.FORBIDDEN, "C:valid-filter");
        }
        return CalendarTime.of(new ContentLine("TIME", "", text))
                .orElseThrow(() -> new DavRefusal(DavNames.FORBIDDEN, "C:valid-filter"));
    }

    private static Answer freeBusy(Folder folder, Element root, Instant now) throws DavRefusal {
        EventTimes.TimeRange range = range(root);
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
                for (EventTimes.TimeRange busy : times.busy(range)) {
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
}
