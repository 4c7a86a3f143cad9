// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.TlsClient;
import org.plateaubench.process.ClientKeys;

/** Creates the connections of an agent to one site. TLS sessions are resumed; any thread. */
public final class MailSockets {
    /** Longer than any operation, which an abort ends: only prevents an unused connection from staying open forever. */
    private static final Duration READ_BACKSTOP = Duration.ofMinutes(30);

    /** Time-out of connecting, in milliseconds, and again of the TLS handshake after it. */
    static final int CONNECT_MILLIS = 15_000;

    private final MailSite site;
    /** Stores the TLS sessions of all connections, so that they are resumed. */
    final TlsClient tls;

    final ClientKeys keys;
    private volatile @Nullable FolderNames folderNames;

    final int readMillis;
    /** Shared by all connections, since each copy would take a kilobyte. */
    final Properties imapProperties = new Properties();

    /** Throws IllegalArgumentException with a message when a file of certificates cannot be used. */
    public MailSockets(MailSite site) {
        this(site, READ_BACKSTOP);
    }

    /** Creates connections on which the server must answer within a time. */
    public MailSockets(MailSite site, Duration limit) {
        this.site = site;
        this.keys = site.certificate().keys();
        this.tls = TlsClient.of(trust(site), keys);
        this.readMillis = Math.toIntExact(limit.toMillis());
        imapProperties.setProperty("mail.imap.connectiontimeout", Integer.toString(CONNECT_MILLIS));
        // Otherwise Jakarta Mail ignores a factory that failed, for example because of a wrong certificate, and
        // connects without it.
        imapProperties.setProperty("mail.imap.socketFactory.fallback", "false");
        imapProperties.setProperty("mail.imap.ssl.checkserveridentity", Boolean.toString(tls.namesAreChecked()));
    }

    public static HttpTrust trust(MailSite site) {
        return switch (site.trust()) {
            case "" -> new HttpTrust.Authorities();
            case "any" -> new HttpTrust.Anything();
            default -> new HttpTrust.CertificateFile(Path.of(site.trust()));
        };
    }

    public MailSite site() {
        return site;
    }

    /** Returns the names of folders; null until a connection has learned them, which are the same for all accounts. */
    public @Nullable FolderNames folderNames() {
        return folderNames;
    }

    public void folderNames(FolderNames learned) {
        folderNames = learned;
    }
}
