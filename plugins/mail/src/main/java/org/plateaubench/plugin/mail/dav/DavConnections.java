// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.net.URI;
import java.time.Duration;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.MailSite;

/** Creates the calendar connections of an agent's users. Any thread. */
public final class DavConnections implements AutoCloseable {
    private final MailSite site;
    private final HttpOrigin origin;
    private final String prefix;
    private final HttpConnections connections;
    private final FreeBusySearch.SharedWay freeBusyWay = new FreeBusySearch.SharedWay();

    /**
     * Creates the connections to a site with calendars.
     *
     * @param connectLimit time limit for name, connection and TLS together
     * @param answerLimit time limit for one request and its whole answer
     * @throws IllegalArgumentException when the site has no calendars
     */
    public DavConnections(MailSite site, Duration connectLimit, Duration answerLimit) {
        this.site = site;
        String url = site.davUrl()
                .orElseThrow(() -> new IllegalArgumentException("the mail site has neither calendars nor contacts"));
        this.origin = HttpOrigin.parse(url);
        this.prefix = URI.create(url).getPath();
        this.connections = new HttpConnections(HttpSettings.usual()
                .withTimeouts(connectLimit, answerLimit, answerLimit)
                .withTrust(MailSockets.trust(site)));
    }

    /** Returns a separate connection for one account, not yet open. */
    public DavUser user(Account account, Counts counts) {
        return new DavUser(connections.connection(origin), prefix, site, account, counts, freeBusyWay);
    }

    /** Releases the shared resources; the connections must be closed before. */
    @Override
    public void close() {
        connections.close();
    }
}
