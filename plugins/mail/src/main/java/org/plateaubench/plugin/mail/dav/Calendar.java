// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.http.HttpResponse;
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
    List<String> comparedProperties(String text) {
        List<String> properties = new ArrayList<>();
        boolean inEvent = false;
        for (ContentLine line : ContentLine.of(text)) {
            if (line.name().equals("BEGIN") && line.value().equals("VEVENT")) {
                inEvent = true;
            } else if (line.name().equals("END") && line.value().equals("VEVENT")) {
                break;
            } else if (inEvent) {
                switch (line.name()) {
                    case "UID" -> properties.add("UID " + line.value());
                    case "SUMMARY" -> properties.add("SUMMARY " + line.plainValue());
                    case "DTSTART" ->
                        properties.add("DTSTART "
                                + line.instant().map(Instant::toString).orElse(line.value()));
                    default -> {
                        // A server may change it.
                    }
                }
            }
        }
        properties.sort(null);
        return properties;
    }

    /**
     * Returns the complete events that overlap a range, such as a displayed week or month.
     *
     * @throws MailFailure of class wrong-answer when an event that does not recur is outside the range
     */
    public List<DavObject> browse(Instant from, Instant until) throws MailFailure {
        exchange.startXml("REPORT", path(), "1", DavXml.calendarQuery(from, until));
        List<DavObject> events = queriedObjects();
        for (DavObject event : events) {
            if (isOutside(event.text(), from, until)) {
                throw exchange.wrongAnswer("the event " + event.name() + " is outside " + from + " to " + until);
            }
        }
        return events;
    }

    /** Returns the number of busy periods by a free-busy report; -1 when the server does not offer it. */
    int busyPeriods(Instant from, Instant until) throws MailFailure {
        exchange.startXml("REPORT", path(), "1", DavXml.freeBusyQuery(from, until));
        HttpResponse response = exchange.exchange();
        return switch (response.status()) {
            case DavExchange.OK -> periods(ContentLine.of(response.bodyText(StandardCharsets.UTF_8)));
            // The server does not support the report, does not allow it, or has it at another address.
            case DavExchange.MULTI_STATUS, 301, 308, 400, 403, 405, 415, 501 -> -1;
            default -> throw exchange.failure(response);
        };
    }

    private int periods(List<ContentLine> lines) throws MailFailure {
        if (lines.stream()
                .noneMatch(line -> line.name().equals("BEGIN") && line.value().equals("VFREEBUSY"))) {
            throw exchange.wrongAnswer("the answer to a request for busy times has no VFREEBUSY");
        }
        return lines.stream()
                .filter(line -> line.name().equals("FREEBUSY"))
                .filter(line -> !line.parameter("FBTYPE").equalsIgnoreCase("FREE"))
                .mapToInt(line -> line.value().split(",", -1).length)
                .sum();
    }

    private static boolean isOutside(String text, Instant from, Instant until) {
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
