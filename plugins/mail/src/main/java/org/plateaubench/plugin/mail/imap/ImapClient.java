// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.MailSite;

/** Mailbox access of all users of an agent to a site. Any thread. */
public final class ImapClient {
    private final MailSite site;
    private final MailSockets sockets;
    private final Counts counts;

    /** Creates the access to a site, through its sockets. */
    public ImapClient(MailSite site, MailSockets sockets, Counts counts) {
        this.site = site;
        this.sockets = sockets;
        this.counts = counts;
    }

    /** Returns a connection that is not open yet, and that another thread may abort from now on. */
    public MailLink link() {
        return new MailLink(sockets, site.imap(), counts);
    }

    /** Connects and signs in: a greeting and one round trip with a server that sends its capabilities unasked. */
    public ImapConnection open(MailLink link, Account account) throws MailFailure {
        ImapWire wire = ImapWire.connect(link);
        wire.login(account);
        return new ImapConnection(link, wire, counts);
    }

    Counts counts() {
        return counts;
    }
}
