// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;

/** Creates the calendar connections of an agent's users. Thread-safe. */
public final class DavConnections implements AutoCloseable {
    private final MailSite site;
    private final HttpOrigin origin;
    private final String prefix;
    private final HttpConnections connections;
    private final AtomicBoolean hasNoFreeBusyReport = new AtomicBoolean();

    /** Creates the connections to a site, with limits for connecting and for a request with its complete answer. */
    public DavConnections(MailSite site, Duration connectLimit, Duration answerLimit) {
        this.site = site;
        String url = site.davUrl()
                .orElseThrow(() -> new IllegalArgumentException("the mail site has neither calendars nor contacts"));
        this.origin = HttpOrigin.parse(url);
        this.prefix = URI.create(url).getPath();
        this.connections = new HttpConnections(HttpSettings.defaults()
                .withTimeouts(connectLimit, answerLimit, answerLimit)
                .withTrust(MailSockets.trust(site))
                .withIdentity(site.certificate().keys()));
    }

    /** Returns a separate connection for one account, not yet open. */
    public DavUser user(Account account, Counts counts) {
        return new DavUser(account, counts);
    }

    /** Releases the shared resources; the connections must be closed before. */
    @Override
    public void close() {
        connections.close();
    }

    /**
     * Calendar and contacts of one account, over one connection that is kept and reopened when lost. Not thread-safe,
     * except for {@link #abort}.
     */
    public final class DavUser implements AutoCloseable {
        private final HttpConnection connection = connections.connection(origin);
        private final DavExchange exchange;
        private final Calendar calendar;
        private final AddressBook contacts;

        private DavUser(Account account, Counts counts) {
            exchange = new DavExchange(connection, account, counts);
            calendar = calendar(account);
            contacts = new AddressBook(exchange, prefix + site.contactsPath(account));
        }

        /** Opens the connection, unless it is open; every request does this itself. */
        public void connect() throws MailFailure {
            exchange.connect();
        }

        public Calendar calendar() {
            return calendar;
        }

        public AddressBook contacts() {
            return contacts;
        }

        /**
         * Returns the number of busy periods of some people, by a report on each calendar (RFC 4791, 7.10), or where
         * the server has none by queries for the events themselves: one operation, for any number of requests.
         */
        public int freeBusy(List<Account> attendees, Instant from, Instant until) throws MailFailure {
            boolean isQueried = false;
            int busy = 0;
            for (Account attendee : attendees) {
                Calendar attendeeCalendar = calendar(attendee);
                int periods = hasNoFreeBusyReport.get() ? -1 : attendeeCalendar.busyPeriods(from, until);
                if (periods < 0) {
                    hasNoFreeBusyReport.set(true);
                    isQueried = true;
                    periods = attendeeCalendar.browse(from, until).size();
                }
                busy += periods;
            }
            exchange.counts().add(MailMeasure.FREE_BUSY_FALLBACKS, isQueried ? 1 : 0);
            return busy;
        }

        private Calendar calendar(Account account) {
            return new Calendar(exchange, prefix + site.calendarPath(account));
        }

        /** Releases large buffers; to be called before a think time. */
        public void release() {
            connection.release();
        }

        /** Makes a running request fail soon. May be called by any thread. */
        public void abort() {
            connection.abort();
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
