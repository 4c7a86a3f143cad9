// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocketFactory;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.tls.TlsClient;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
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

    private final MailSite site;
    private final Trust trust;
    private final int readMillis;
    /** Properties by protocol, shared by all connections, since each copy would take a kilobyte. */
    private final Map<String, Properties> properties = new ConcurrentHashMap<>();

    private MailSockets(MailSite site, int readMillis) {
        this.site = site;
        this.trust = Trust.of(site.trust());
        this.readMillis = readMillis;
    }

    /**
     * Creates the connections to a site.
     *
     * @throws IllegalArgumentException with a message when its file of trusted certificates cannot be used
     */
    public static MailSockets of(MailSite site) {
        return new MailSockets(site, READ_BACKSTOP_MILLIS);
    }

    /** Creates connections on which the server must answer within a time. */
    public static MailSockets of(MailSite site, Duration limit) {
        return new MailSockets(site, Math.toIntExact(limit.toMillis()));
    }

    public MailSite site() {
        return site;
    }

    /** Returns a connection for mailbox access that is not open yet, and that can be aborted from now on. */
    public MailLink imap(Counts counts) {
        return new MailLink(this, site.imap(), counts);
    }

    /** Returns a connection for submission, likewise. */
    public MailLink smtp(Counts counts) {
        return new MailLink(this, site.smtp(), counts);
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

    /** The trusted certificates. One per site, so that its TLS sessions are resumed. Immutable; any thread. */
    public static final class Trust {
        private final String text;
        private final TlsClient client;

        private Trust(String text, TlsClient client) {
            this.text = text;
            this.client = client;
        }

        /**
         * Parses the setting of a site.
         *
         * @param text a PEM file, {@code any}, or empty for the certificates that the JDK trusts
         * @throws IllegalArgumentException with a message when the file cannot be used
         */
        public static Trust of(String text) {
            return new Trust(text, TlsClient.of(http(text)));
        }

        /** Returns the same setting for HTTP. */
        public static HttpTrust http(String text) {
            return switch (text) {
                case "" -> new HttpTrust.Authorities();
                case "any" -> new HttpTrust.Anything();
                default -> new HttpTrust.CertificateFile(Path.of(text));
            };
        }

        /** Returns the factory of TLS sockets, whose sessions are shared. */
        public SSLSocketFactory factory() {
            return client.context().getSocketFactory();
        }

        /** Returns whether the certificate must match the requested host. */
        public boolean checksHost() {
            return client.namesAreChecked();
        }

        /** Returns the source of the trusted certificates, for a message. */
        @Override
        public String toString() {
            return text.isEmpty() ? "this JDK's list" : text;
        }
    }
}
