// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.connect.Traffic;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.MailSite;

/** Mailbox access of all users of an agent to a site. Any thread. */
public final class ImapClient {
    private final MailSite site;
    private final MailSockets sockets;
    private final Traffic traffic;
    private final ImapCounts counts = new ImapCounts();

    /** Creates the access to a site, through its sockets. */
    public ImapClient(MailSite site, MailSockets sockets, Traffic traffic) {
        this.site = site;
        this.sockets = sockets;
        this.traffic = traffic;
    }

    /** Returns a connection that is not open yet, and that another thread may abort from now on. */
    public MailLink link() {
        return new MailLink(sockets, site.imap(), traffic);
    }

    /** Connects and signs in: a greeting and one round trip with a server that sends its capabilities unasked. */
    public ImapConnection open(MailLink link, Account account) throws MailFailure {
        ImapWire wire = ImapWire.connect(link);
        wire.login(account);
        return new ImapConnection(link, wire, counts);
    }

    /** Returns the counts of all users. */
    public ImapCounts counts() {
        return counts;
    }
}
