// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import org.plateaubench.http.HttpConnection;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.MailSite;

/**
 * Calendar and contacts of one account, over one connection that is kept and reopened when lost. Not thread-safe,
 * except for {@link #abort}.
 */
public final class DavUser implements AutoCloseable {
    private final DavExchange exchange;
    private final Calendar calendar;
    private final AddressBook contacts;

    DavUser(
            HttpConnection connection,
            String prefix,
            MailSite site,
            Account account,
            Counts counts,
            FreeBusySearch.SharedWay way) {
        exchange = new DavExchange(connection, account, counts);
        calendar = new Calendar(
                exchange,
                prefix + site.calendarPath(account),
                new FreeBusySearch(exchange, attendee -> prefix + site.calendarPath(attendee), way));
        contacts = new AddressBook(exchange, prefix + site.contactsPath(account));
    }

    /** Opens the connection, unless it is open; every request does this itself. */
    public void connect() throws MailFailure {
        exchange.connect();
    }

    /** Returns the account's calendar. */
    public Calendar calendar() {
        return calendar;
    }

    /** Returns the account's address book. */
    public AddressBook contacts() {
        return contacts;
    }

    /** Releases large buffers; to be called before a think time. */
    public void release() {
        exchange.connection().release();
    }

    /** Makes a running request fail soon. Any thread. */
    public void abort() {
        exchange.connection().abort();
    }

    @Override
    public void close() {
        exchange.connection().close();
    }
}
