// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.RequestBody;
import org.plateaubench.plugin.mail.connect.Account;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.content.ContentLine;
import org.plateaubench.plugin.mail.model.MailMeasure;

/**
 * Finds when people are busy, by the best method that the server offers. Not thread-safe, except for the shared method.
 */
final class FreeBusySearch {
    private static final String NO_OUTBOX = "";

    private final DavExchange exchange;
    private final String own;
    private final Function<Account, String> calendarPath;
    private final SharedWay way;
    private @Nullable String outbox;

    FreeBusySearch(DavExchange exchange, String own, Function<Account, String> calendarPath, SharedWay way) {
        this.exchange = exchange;
        this.own = own;
        this.calendarPath = calendarPath;
        this.way = way;
    }

    /** The methods of finding busy times, the best first. */
    private enum Way {
        /** A free-busy report on each attendee's calendar (RFC 4791, 7.10). */
        REPORT,
        /** One request to the user's own scheduling outbox (RFC 6638, 5). */
        OUTBOX,
        /** A query for the events themselves, where the server allows it. */
        QUERY
    }

    /** Returns the number of busy periods of all attendees. */
    int busyPeriods(List<Account> attendees, Instant from, Instant until) throws MailFailure {
        while (true) {
            Way tried = way.now();
            int busy = switch (tried) {
                case REPORT -> byReport(attendees, from, until);
                case OUTBOX -> byOutbox(attendees, from, until);
                case QUERY -> byQuery(attendees, from, until);
            };
            if (busy >= 0) {
                exchange.counts().add(MailMeasure.FREE_BUSY_FALLBACKS, tried == Way.REPORT ? 0 : 1);
                return busy;
            }
            way.leave(tried);
        }
    }

    /** Returns the number of busy periods, or -1 when the server does not offer the report. */
    private int byReport(List<Account> attendees, Instant from, Instant until) throws MailFailure {
        byte[] query = DavXml.freeBusyQuery(from, until);
        int busy = 0;
        for (Account attendee : attendees) {
            exchange.startXml("REPORT", calendarPath.apply(attendee), "1", query);
            HttpResponse response = exchange.exchange();
            switch (response.status()) {
                case DavExchange.OK -> busy += busyPeriods(response.bodyText(StandardCharsets.UTF_8));
                // Another form of answer, another place, forbidden, no such method or report
                case DavExchange.MULTI_STATUS, 301, 308, 400, 403, 405, 415, 501 -> {
                    return -1;
                }
                case DavExchange.NOT_FOUND -> {
                    // A server may hide the calendars of other users; without an outbox its answer is final.
                    MailFailure missing = exchange.failure(response);
                    if (outbox().equals(NO_OUTBOX)) {
                        throw missing;
                    }
                    return -1;
                }
                default -> throw exchange.failure(response);
            }
        }
        return busy;
    }

    private static int busyPeriods(String text) {
        int busy = 0;
        for (ContentLine line : ContentLine.of(text)) {
            if (line.name().equals("FREEBUSY") && !line.parameter("FBTYPE").equalsIgnoreCase("FREE")) {
                busy += line.value().split(",", -1).length;
            }
        }
        return busy;
    }

    private int byOutbox(List<Account> attendees, Instant from, Instant until) throws MailFailure {
        String found = outbox();
        if (found.equals(NO_OUTBOX)) {
            return -1;
        }
        byte[] request = freeBusyRequest(attendees, from, until);
        exchange.start("POST", found).body(RequestBody.of(request, "text/calendar; charset=utf-8"));
        HttpResponse response = exchange.exchange(DavExchange.OK, 403, 405);
        if (response.status() != DavExchange.OK) {
            return -1;
        }
        List<MultiStatus.Entry> answers = MultiStatus.read(response.bodyStream());
        if (answers.size() != attendees.size()) {
            throw exchange.wrong(answers.size() + " answers for " + attendees.size() + " attendees");
        }
        return answers.stream().mapToInt(answer -> busyPeriods(answer.data())).sum();
    }

    private String outbox() throws MailFailure {
        String found = outbox;
        if (found == null) {
            String principal = property(own, DavXml.PRINCIPAL);
            found = principal.isEmpty() ? NO_OUTBOX : property(principal, DavXml.OUTBOX);
            outbox = found;
        }
        return found;
    }

    private String property(String path, byte[] xml) throws MailFailure {
        exchange.startXml("PROPFIND", path, "0", xml);
        HttpResponse response = exchange.exchange(DavExchange.MULTI_STATUS, DavExchange.NOT_FOUND);
        if (response.status() == DavExchange.NOT_FOUND) {
            return NO_OUTBOX;
        }
        for (MultiStatus.Entry entry : MultiStatus.read(response.bodyStream())) {
            if (entry.found() && !entry.link().isEmpty()) {
                return entry.link();
            }
        }
        return NO_OUTBOX;
    }

    private byte[] freeBusyRequest(List<Account> attendees, Instant from, Instant until) {
        StringBuilder text = new StringBuilder(512);
        text.append("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//plateaubench.org//mail//EN\r\nMETHOD:REQUEST\r\n")
                .append("BEGIN:VFREEBUSY\r\nUID:freebusy-")
                .append(exchange.account().number())
                .append('-')
                .append(from.getEpochSecond())
                .append("\r\nDTSTAMP:")
                .append(ContentLine.utc(from))
                .append("\r\nDTSTART:")
                .append(ContentLine.utc(from))
                .append("\r\nDTEND:")
                .append(ContentLine.utc(until))
                .append("\r\nORGANIZER:mailto:")
                .append(exchange.account().address())
                .append("\r\n");
        for (Account attendee : attendees) {
            text.append("ATTENDEE:mailto:").append(attendee.address()).append("\r\n");
        }
        text.append("END:VFREEBUSY\r\nEND:VCALENDAR\r\n");
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private int byQuery(List<Account> attendees, Instant from, Instant until) throws MailFailure {
        byte[] query = DavXml.calendarQuery(from, until);
        int busy = 0;
        for (Account attendee : attendees) {
            exchange.startXml("REPORT", calendarPath.apply(attendee), "1", query);
            for (MultiStatus.Entry entry : exchange.multiStatus()) {
                busy += entry.data().isEmpty() ? 0 : 1;
            }
        }
        return busy;
    }

    /** The method that a server supports, for all users of an agent. Any thread. */
    static final class SharedWay {
        private Way way = Way.REPORT;

        private synchronized Way now() {
            return way;
        }

        /** Moves on to the next method, unless another user has. */
        private synchronized void leave(Way tried) {
            if (way == tried) {
                way = tried == Way.REPORT ? Way.OUTBOX : Way.QUERY;
            }
        }
    }
}
