// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.dav.DavUser;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.Endpoint;
import org.plateaubench.plugin.mail.site.MailSite;

/** The connections of one task on many accounts, all of which can be closed at once. Any thread. */
final class MailboxAccess {
    private final MailSite site;
    private final MailSockets sockets;
    private final @Nullable DavConnections davConnections;
    private final Set<Runnable> aborts = ConcurrentHashMap.newKeySet();
    private volatile boolean aborted;

    MailboxAccess(MailSite site, MailSockets sockets, @Nullable DavConnections davConnections) {
        this.site = site;
        this.sockets = sockets;
        this.davConnections = davConnections;
    }

    /** Signs in to an account. */
    BulkMailbox open(Account account) throws MailFailure {
        return BulkMailbox.open(link(site.imap()), account);
    }

    /** Returns calendar and contacts; null where the data has none. */
    @Nullable
    DavUser dav(Account account) {
        if (davConnections == null) {
            return null;
        }
        DavUser user = davConnections.user(account, Counts.NONE);
        cutWithTheOthers(user::abort);
        return user;
    }

    private MailLink link(Endpoint endpoint) {
        MailLink link = new MailLink(sockets, endpoint, Counts.NONE);
        cutWithTheOthers(link::abort);
        return link;
    }

    private void cutWithTheOthers(Runnable abort) {
        aborts.add(abort);
        if (aborted) {
            abort.run();
        }
    }

    /** Closes every connection, including those opened later. */
    void abort() {
        aborted = true;
        aborts.forEach(Runnable::run);
    }
}
