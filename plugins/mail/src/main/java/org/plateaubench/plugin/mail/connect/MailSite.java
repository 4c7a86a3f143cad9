// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.HostPort;

/**
 * A mail site, parsed from a SUT's address: its endpoints and its accounts. The constants are the names of its
 * properties. Immutable.
 */
public final class MailSite {
    /** Host, port and security ({@code none}, {@code starttls}, {@code tls}) of mailbox access. */
    public static final String IMAP_HOST = "imapHost";

    public static final String IMAP_PORT = "imapPort";
    public static final String IMAP_SECURITY = "imapSecurity";

    /** Host, port and security of submission. */
    public static final String SMTP_HOST = "smtpHost";

    public static final String SMTP_PORT = "smtpPort";
    public static final String SMTP_SECURITY = "smtpSecurity";

    /** Base address of calendars and contacts, such as {@code http://127.0.0.1:5232}; omitted when there is none. */
    public static final String DAV_URL = "davUrl";

    /** Path of the calendar of an account, such as {@code /{login}/calendar/}. */
    public static final String CALENDAR_PATH = "calendarPath";

    /** Path of the address book of an account, such as {@code /{login}/contacts/}. */
    public static final String CONTACTS_PATH = "contactsPath";

    /** Login of accounts: {@code {n}} is the account's number, {@code {n4}} with at least four digits. */
    public static final String LOGIN = "login";

    /** Domain of the addresses of accounts; the local part is the login, without its own domain if it has one. */
    public static final String DOMAIN = "domain";

    /** Password of the accounts, with {@code {n}} as in {@link #LOGIN}. A secret. */
    public static final String PASSWORD = "password";

    /** Trusted certificates: a PEM file, {@code any} (never for published results), or omitted for those of the JDK. */
    public static final String TRUST = "trust";

    /** Number of accounts; omitted if unlimited. */
    public static final String ACCOUNTS = "accounts";

    /** Capacity of an embedded server in bytes of messages; omitted when unknown. */
    public static final String CAPACITY_BYTES = "capacityBytes";

    /** The domain of sites that the harness starts, reserved by RFC 2606. */
    public static final String DEFAULT_DOMAIN = "plateau.test";

    /** The login of accounts, unless a run file names another. */
    public static final String DEFAULT_LOGIN = "user{n4}";

    /** The path of calendars, unless a run file names another. */
    public static final String DEFAULT_CALENDAR_PATH = "/{login}/calendar/";

    /** The path of address books, unless a run file names another. */
    public static final String DEFAULT_CONTACTS_PATH = "/{login}/contacts/";

    private static final Pattern NUMBER = Pattern.compile("\\{n(\\d?)\\}");

    private final SutAddress address;
    private final Endpoint imap;
    private final Endpoint smtp;

    public MailSite(SutAddress address) {
        this.address = address;
        this.imap = endpoint(IMAP_HOST, IMAP_PORT, IMAP_SECURITY);
        this.smtp = endpoint(SMTP_HOST, SMTP_PORT, SMTP_SECURITY);
    }

    private Endpoint endpoint(String host, String port, String security) {
        return new Endpoint(
                address.property(host),
                Integer.parseInt(address.property(port)),
                Security.valueOf(address.property(security).toUpperCase(Locale.ROOT)));
    }

    /** Returns the properties that every site has, to which others may be added. */
    public static Map<String, String> properties(
            Endpoint imap, Endpoint smtp, String login, String domain, String password) {
        Map<String, String> properties = new TreeMap<>();
        properties.put(IMAP_HOST, imap.host());
        properties.put(IMAP_PORT, Integer.toString(imap.port()));
        properties.put(IMAP_SECURITY, imap.security().title());
        properties.put(SMTP_HOST, smtp.host());
        properties.put(SMTP_PORT, Integer.toString(smtp.port()));
        properties.put(SMTP_SECURITY, smtp.security().title());
        properties.put(LOGIN, login);
        properties.put(DOMAIN, domain);
        properties.put(PASSWORD, password);
        return properties;
    }

    public Endpoint imap() {
        return imap;
    }

    public Endpoint smtp() {
        return smtp;
    }

    public Optional<String> davUrl() {
        return Optional.ofNullable(address.properties().get(DAV_URL))
                .filter(url -> !url.isEmpty())
                .map(url -> url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
    }

    public String calendarPath(Account account) {
        return path(CALENDAR_PATH, account);
    }

    public String contactsPath(Account account) {
        return path(CONTACTS_PATH, account);
    }

    private String path(String property, Account account) {
        return address.property(property).replace("{login}", account.login());
    }

    /** Returns the value of {@link TRUST}; empty for the certificates that the JDK trusts. */
    public String trust() {
        return address.properties().getOrDefault(TRUST, "");
    }

    /** Returns the number of accounts; {@link Integer#MAX_VALUE} for any number. */
    public int accounts() {
        String accounts = address.properties().get(ACCOUNTS);
        return accounts == null ? Integer.MAX_VALUE : Integer.parseInt(accounts);
    }

    /** Returns the capacity in bytes of messages; {@link Long#MAX_VALUE} when unknown. */
    public long capacityBytes() {
        String capacity = address.properties().get(CAPACITY_BYTES);
        return capacity == null ? Long.MAX_VALUE : Long.parseLong(capacity);
    }

    public ClientCertificate certificate() {
        return ClientCertificate.of(address);
    }

    public Account account(int number) {
        String login = numbered(address.property(LOGIN), number);
        String local = login.contains("@") ? login.substring(0, login.indexOf('@')) : login;
        return new Account(
                number, login, local + "@" + address.property(DOMAIN), numbered(address.property(PASSWORD), number));
    }

    private static String numbered(String template, int number) {
        return !template.contains("{n")
                ? template
                : NUMBER.matcher(template).replaceAll(match -> {
                    String digits = Integer.toString(number);
                    int width = match.group(1).isEmpty() ? 0 : Integer.parseInt(match.group(1));
                    return "0".repeat(Math.max(0, width - digits.length())) + digits;
                });
    }

    public record Endpoint(String host, int port, Security security) {
        @Override
        public String toString() {
            return HostPort.text(host, port);
        }
    }

    /** One mailbox of a site. Numbers begin with 1: user n of a workload, from 0, has account n + 1. */
    public record Account(int number, String login, String address, String password) {
        /** Returns the account as text, without the password. */
        @Override
        public String toString() {
            return address;
        }
    }
}
