// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.plateaubench.plugin.mail.site.MailSite;

/** Creates the connections of an agent to one site. TLS sessions are resumed; any thread. */
public final class MailSockets {
    /**
     * Time-out of a read, in milliseconds: longer than any operation, which an abort ends. It only
     * prevents an unused connection from lasting for ever.
     */
    private static final int READ_BACKSTOP_MILLIS = 1_800_000;

    /** Time-out of connecting, in milliseconds, and again of the TLS handshake after it. */
    static final int CONNECT_MILLIS = 15_000;

    private final Trust trust;
    private final int readMillis;
    /** Properties by protocol, shared by all connections, since each copy would take a kilobyte. */
    private final Map<String, Properties> properties = new ConcurrentHashMap<>();

    private MailSockets(Trust trust, int readMillis) {
        this.trust = trust;
        this.readMillis = readMillis;
    }

    /**
     * Creates the connections to a site.
     *
     * @throws IllegalArgumentException with a message when its file of trusted certificates cannot be used
     */
    public static MailSockets of(MailSite site) {
        return new MailSockets(Trust.of(site.trust()), READ_BACKSTOP_MILLIS);
    }

    /** Creates connections on which the server must answer within a time. */
    public static MailSockets of(MailSite site, Duration limit) {
        return new MailSockets(Trust.of(site.trust()), Math.toIntExact(limit.toMillis()));
    }

    int readMillis() {
        return readMillis;
    }

    Trust trust() {
        return trust;
    }

    /** Returns the properties shared by all connections of a protocol, such as {@code imap} or {@code smtp}. */
    Properties properties(String protocol) {
        return properties.computeIfAbsent(protocol, this::made);
    }

    private Properties made(String protocol) {
        String prefix = "mail." + protocol;
        Properties made = new Properties();
        made.setProperty(prefix + ".connectiontimeout", Integer.toString(CONNECT_MILLIS));
        // Otherwise Jakarta Mail ignores a factory that failed, for example because of a wrong certificate, and
        // connects without it.
        made.setProperty(prefix + ".socketFactory.fallback", "false");
        made.setProperty(prefix + ".ssl.checkserveridentity", Boolean.toString(trust.checksHost()));
        made.setProperty(prefix + ".partialfetch", "false");
        return made;
    }
}
