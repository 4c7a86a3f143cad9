// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.plateaubench.plugin.mail.site.Endpoint;
import org.plateaubench.plugin.mail.site.MailSite;

/** Makes the connections of an agent to one site. It resumes TLS sessions; any thread. */
public final class MailSockets {
    /**
     * How long a read waits, in milliseconds: longer than any operation may take, for those are given up by
     * {@link MailLink#abort}. It only keeps a connection that nobody looks after from lasting forever.
     */
    static final int READ_BACKSTOP_MILLIS = 1_800_000;

    /** How long a connection may take to come about, in milliseconds, and the TLS handshake after it once more. */
    static final int CONNECT_MILLIS = 15_000;

    private final Trust trust;
    /** By protocol: shared by all connections, for each would take a kilobyte. */
    private final Map<String, Properties> properties = new ConcurrentHashMap<>();

    private MailSockets(Trust trust) {
        this.trust = trust;
    }

    /**
     * For a site.
     *
     * @throws IllegalArgumentException with a sentence when its file of trusted certificates cannot be used
     */
    public static MailSockets of(MailSite site) {
        return new MailSockets(Trust.of(site.trust()));
    }

    /** A connection that does not exist yet, and that may be given up from now on. */
    public MailLink link(Endpoint endpoint, Traffic traffic) {
        return new MailLink(this, endpoint, traffic);
    }

    Trust trust() {
        return trust;
    }

    /** What is the same for all connections of a protocol, such as {@code imap} or {@code smtp}. */
    Properties properties(String protocol) {
        return properties.computeIfAbsent(protocol, this::made);
    }

    private Properties made(String protocol) {
        String prefix = "mail." + protocol;
        Properties made = new Properties();
        made.setProperty(prefix + ".connectiontimeout", Integer.toString(CONNECT_MILLIS));
        // Else a factory that failed, for a wrong certificate say, is forgotten and the site reached without it.
        made.setProperty(prefix + ".socketFactory.fallback", "false");
        made.setProperty(prefix + ".ssl.checkserveridentity", Boolean.toString(trust.checksHost()));
        made.setProperty(prefix + ".partialfetch", "false");
        return made;
    }
}
