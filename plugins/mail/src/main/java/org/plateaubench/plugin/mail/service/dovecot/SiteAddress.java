// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.plugin.mail.site.SiteProperties;
import org.plateaubench.process.EmbeddedService;

/** The properties of a mail site on this host, collected. One thread. */
public final class SiteAddress {
    /** Additional property: the port that the address does not name. */
    public static final String IMAP_PLAIN_PORT = "imapPlainPort";

    public static final String IMAP_TLS_PORT = "imapTlsPort";
    public static final String SMTP_PLAIN_PORT = "smtpPlainPort";
    public static final String SMTP_TLS_PORT = "smtpTlsPort";

    /** Folder of Postfix's queue, for its telemetry. */
    public static final String QUEUE = "queueFolder";

    /** Process whose children serve IMAP, for its telemetry. */
    public static final String STORE_PROCESS = "storeProcess";

    private final Map<String, String> properties = new TreeMap<>();
    private final Security security;

    /** Creates an address with the properties shared by all protocols. */
    public SiteAddress(DovecotParameters site, String password) {
        this.security = site.security();
        properties.put(SiteProperties.DOMAIN, site.domain());
        properties.put(SiteProperties.LOGIN, site.login());
        properties.put(SiteProperties.PASSWORD, password);
    }

    private int chosen(int plain, int tls) {
        return security == Security.TLS ? tls : plain;
    }

    /** Adds mailbox access. */
    public SiteAddress imap(int plain, int tls) {
        properties.put(SiteProperties.IMAP_HOST, EmbeddedService.HOST);
        properties.put(SiteProperties.IMAP_PORT, Integer.toString(chosen(plain, tls)));
        properties.put(SiteProperties.IMAP_SECURITY, security.title());
        properties.put(IMAP_PLAIN_PORT, Integer.toString(plain));
        properties.put(IMAP_TLS_PORT, Integer.toString(tls));
        return this;
    }

    /** Adds submission. */
    public SiteAddress smtp(int plain, int tls) {
        properties.put(SiteProperties.SMTP_HOST, EmbeddedService.HOST);
        properties.put(SiteProperties.SMTP_PORT, Integer.toString(chosen(plain, tls)));
        properties.put(SiteProperties.SMTP_SECURITY, security.title());
        properties.put(SMTP_PLAIN_PORT, Integer.toString(plain));
        properties.put(SMTP_TLS_PORT, Integer.toString(tls));
        return this;
    }

    /** Adds calendars and contacts. */
    public SiteAddress dav(String url, String calendarPath, String contactsPath) {
        properties.put(SiteProperties.DAV_URL, url);
        properties.put(SiteProperties.CALENDAR_PATH, calendarPath);
        properties.put(SiteProperties.CONTACTS_PATH, contactsPath);
        return this;
    }

    /** Adds the trusted certificates. */
    public SiteAddress trust(Path authority) {
        properties.put(SiteProperties.TRUST, authority.toString());
        return this;
    }

    /** Adds the properties for telemetry. */
    public SiteAddress telemetry(Path queue, long storeProcess) {
        properties.put(QUEUE, queue.toString());
        properties.put(STORE_PROCESS, Long.toString(storeProcess));
        return this;
    }

    /** Returns all properties. */
    public Map<String, String> properties() {
        return Map.copyOf(properties);
    }

    /** Returns the addresses of the servers, in words. */
    String place() {
        return EmbeddedService.HOST + ", IMAP " + properties.get(SiteProperties.IMAP_PORT) + ", SMTP "
                + properties.get(SiteProperties.SMTP_PORT)
                + ", CalDAV and CardDAV "
                + URI.create(String.valueOf(properties.get(SiteProperties.DAV_URL)))
                        .getPort();
    }

    /** Returns instructions for a person to log in, one line each. */
    public List<String> access(Path passwordFile) {
        String trust = " -CAfile " + properties.get(SiteProperties.TRUST);
        String openssl = "openssl s_client -quiet -connect " + EmbeddedService.HOST + ":";
        return List.of(
                "login: " + properties.get(SiteProperties.LOGIN) + " (any), password: in " + passwordFile,
                "IMAP: " + openssl + properties.get(IMAP_TLS_PORT) + trust + " (plain and STARTTLS: port "
                        + properties.get(IMAP_PLAIN_PORT) + ")",
                "submission: " + openssl + properties.get(SMTP_TLS_PORT) + trust + " (plain and STARTTLS: port "
                        + properties.get(SMTP_PLAIN_PORT) + ")",
                "calendars and contacts: " + properties.get(SiteProperties.DAV_URL));
    }
}
