// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.content.ContentLine;
import org.plateaubench.plugin.mail.dav.DavCollection.DavObject;

/** The calendar of one account (RFC 4791). Not thread-safe. */
public final class Calendar extends DavCollection {
    Calendar(DavExchange exchange, String path) {
        super(exchange, path, "text/calendar; charset=utf-8", "MKCALENDAR", DavXml.MAKE_CALENDAR);
    }

    /**
     * Returns UID, summary and start of the first event; the start as an instant, since a server may write it
     * differently.
     */
    @Override
    List<String> meaning(String text) {
        List<String> meaning = new ArrayList<>();
        boolean event = false;
        for (ContentLine line : ContentLine.of(text)) {
            if (line.name().equals("BEGIN") && line.value().equals("VEVENT")) {
                event = true;
            } else if (line.name().equals("END") && line.value().equals("VEVENT")) {
                break;
            } else if (event) {
                switch (line.name()) {
                    case "UID" -> meaning.add("UID " + line.value());
                    case "SUMMARY" -> meaning.add("SUMMARY " + line.plainValue());
                    case "DTSTART" ->
                        meaning.add("DTSTART "
                                + line.instant().map(Instant::toString).orElse(line.value()));
                    default -> {
                        // A server may change it.
                    }
                }
            }
        }
        meaning.sort(null);
        return meaning;
    }

    /**
     * Returns the whole events that overlap a range, such as a displayed week or month.
     *
     * @throws MailFailure of class wrong-answer when an event that does not recur lies outside
     */
    public List<DavObject> browse(Instant from, Instant until) throws MailFailure {
        exchange.startXml("REPORT", path(), "1", DavXml.calendarQuery(from, until));
        List<DavObject> events = found();
        for (DavObject event : events) {
            if (isOutside(event.text(), from, until)) {
                throw exchange.wrong("the event " + event.name() + " lies outside " + from + " to " + until);
            }
        }
        return events;
    }

    static boolean isOutside(String text, Instant from, Instant until) {
        Optional<Instant> start = Optional.empty();
        Optional<Instant> end = Optional.empty();
        int events = 0;
        for (ContentLine line : ContentLine.of(text)) {
            switch (line.name()) {
                case "RRULE", "RDATE", "RECURRENCE-ID" -> {
                    return false;
                }
                case "DTSTART" -> {
                    if (events > 0) {
                        start = line.instant();
                    }
                }
                case "DTEND" -> end = line.instant();
                case "BEGIN" -> {
                    if (line.value().equals("VEVENT")) {
                        events++;
                    }
                }
                default -> {
                    // The property does not affect the time.
                }
            }
        }
        return events == 1
                && start.isPresent()
                && end.isPresent()
                && (!start.get().isBefore(until) || end.get().isBefore(from));
    }
}
