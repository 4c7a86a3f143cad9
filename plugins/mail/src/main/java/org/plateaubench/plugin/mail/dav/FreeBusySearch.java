// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.plugin.mail.connect.Account;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.content.ContentLine;
import org.plateaubench.plugin.mail.model.MailMeasure;

/**
 * Finds when people are busy: by a free-busy report on each attendee's calendar (RFC 4791, 7.10), or where the server has
 * none by a query for the events themselves. Not thread-safe.
 */
final class FreeBusySearch {
    private final DavExchange exchange;
    private final Function<Account, String> calendarPath;
    private final AtomicBoolean hasNoReport;

    /** Creates the search of one user; what the server lacks is known to all users of an agent. */
    FreeBusySearch(DavExchange exchange, Function<Account, String> calendarPath, AtomicBoolean hasNoReport) {
        this.exchange = exchange;
        this.calendarPath = calendarPath;
        this.hasNoReport = hasNoReport;
    }

    /** Returns the number of busy periods of all attendees. */
    int busyPeriods(List<Account> attendees, Instant from, Instant until) throws MailFailure {
        if (!hasNoReport.get()) {
            int busy = byReport(attendees, from, until);
            if (busy >= 0) {
                return busy;
            }
            hasNoReport.set(true);
        }
        exchange.counts().add(MailMeasure.FREE_BUSY_FALLBACKS, 1);
        return byQuery(attendees, from, until);
    }

    /** Returns the number of busy periods, or -1 when the server does not offer the report. */
    private int byReport(List<Account> attendees, Instant from, Instant until) throws MailFailure {
        byte[] query = DavXml.freeBusyQuery(from, until);
        int busy = 0;
        for (Account attendee : attendees) {
            exchange.startXml("REPORT", calendarPath.apply(attendee), "1", query);
            HttpResponse response = exchange.exchange();
            switch (response.status()) {
                case DavExchange.OK -> busy += periods(ContentLine.of(response.bodyText(StandardCharsets.UTF_8)));
                // Another form of answer, another place, forbidden, no such method or report
                case DavExchange.MULTI_STATUS, 301, 308, 400, 403, 405, 415, 501 -> {
                    return -1;
                }
                default -> throw exchange.failure(response);
            }
        }
        return busy;
    }

    private int periods(List<ContentLine> lines) throws MailFailure {
        if (lines.stream()
                .noneMatch(line -> line.name().equals("BEGIN") && line.value().equals("VFREEBUSY"))) {
            throw exchange.wrong("the answer to a request for busy times has none");
        }
        return lines.stream()
                .filter(line -> line.name().equals("FREEBUSY"))
                .filter(line -> !line.parameter("FBTYPE").equalsIgnoreCase("FREE"))
                .mapToInt(line -> line.value().split(",", -1).length)
                .sum();
    }

    private int byQuery(List<Account> attendees, Instant from, Instant until) throws MailFailure {
        byte[] query = DavXml.calendarQuery(from, until);
        int busy = 0;
        for (Account attendee : attendees) {
            exchange.startXml("REPORT", calendarPath.apply(attendee), "1", query);
            for (MultiStatus.Entry entry : exchange.multiStatus()) {
                if (Calendar.isOutside(entry.data(), from, until)) {
                    throw exchange.wrong("the event " + entry.path() + " lies outside " + from + " to " + until);
                }
                busy += entry.data().isEmpty() ? 0 : 1;
            }
        }
        return busy;
    }
}
