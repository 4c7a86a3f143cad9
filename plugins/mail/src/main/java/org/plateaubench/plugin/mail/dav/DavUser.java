// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import org.plateaubench.http.HttpConnection;
import org.plateaubench.plugin.mail.failure.MailFailure;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.MailSite;

/**
 * Calendar and contacts of one account, over one connection that is kept and opened anew where it was lost. User-confined,
 * but for {@link #abort}.
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
            DavCount count,
            FreeBusySearch.SharedWay way) {
        exchange = new DavExchange(connection, account, count);
        calendar = new Calendar(
                exchange,
                prefix + site.calendarPath(account),
                new FreeBusySearch(exchange, attendee -> prefix + site.calendarPath(attendee), way));
        contacts = new AddressBook(exchange, prefix + site.contactsPath(account));
    }

    /** Opens the connection, unless it is open; every request does so by itself. */
    public void connect() throws MailFailure {
        exchange.connect();
    }

    /** The account's calendar. */
    public Calendar calendar() {
        return calendar;
    }

    /** The account's address book. */
    public AddressBook contacts() {
        return contacts;
    }

    /** Lets go of large buffers: call it before a user thinks. */
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
