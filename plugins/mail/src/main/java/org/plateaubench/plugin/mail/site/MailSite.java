// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.site;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.SutAddress;

/** A mail site, parsed from a SUT's address: its endpoints and its accounts. Immutable; any thread. */
public final class MailSite {
    private static final Pattern NUMBER = Pattern.compile("\\{n(\\d?)\\}");

    private final SutAddress address;
    private final Endpoint imap;
    private final Endpoint smtp;

    private MailSite(SutAddress address) {
        this.address = address;
        this.imap = endpoint(SiteProperties.IMAP_HOST, SiteProperties.IMAP_PORT, SiteProperties.IMAP_SECURITY);
        this.smtp = endpoint(SiteProperties.SMTP_HOST, SiteProperties.SMTP_PORT, SiteProperties.SMTP_SECURITY);
    }

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException when it lacks properties of a mail site
     */
    public static MailSite of(SutAddress address) {
        return new MailSite(address);
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
        properties.put(SiteProperties.IMAP_HOST, imap.host());
        properties.put(SiteProperties.IMAP_PORT, Integer.toString(imap.port()));
        properties.put(SiteProperties.IMAP_SECURITY, imap.security().title());
        properties.put(SiteProperties.SMTP_HOST, smtp.host());
        properties.put(SiteProperties.SMTP_PORT, Integer.toString(smtp.port()));
        properties.put(SiteProperties.SMTP_SECURITY, smtp.security().title());
        properties.put(SiteProperties.LOGIN, login);
        properties.put(SiteProperties.DOMAIN, domain);
        properties.put(SiteProperties.PASSWORD, password);
        return properties;
    }

    /** Returns the endpoint of mailbox access. */
    public Endpoint imap() {
        return imap;
    }

    /** Returns the endpoint of submission. */
    public Endpoint smtp() {
        return smtp;
    }

    /** Returns the base address of calendars and contacts, without a slash at the end. */
    public Optional<String> davUrl() {
        return Optional.ofNullable(address.properties().get(SiteProperties.DAV_URL))
                .filter(url -> !url.isEmpty())
                .map(url -> url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
    }

    /** Returns the path of an account's calendar. */
    public String calendarPath(Account account) {
        return path(SiteProperties.CALENDAR_PATH, account);
    }

    /** Returns the path of an account's address book. */
    public String contactsPath(Account account) {
        return path(SiteProperties.CONTACTS_PATH, account);
    }

    private String path(String property, Account account) {
        return address.property(property).replace("{login}", account.login());
    }

    /** Returns the value of {@link SiteProperties#TRUST}; empty for the certificates that the JDK trusts. */
    public String trust() {
        return address.properties().getOrDefault(SiteProperties.TRUST, "");
    }

    /** Returns the number of accounts; {@link Integer#MAX_VALUE} for any number. */
    public int accounts() {
        String accounts = address.properties().get(SiteProperties.ACCOUNTS);
        return accounts == null ? Integer.MAX_VALUE : Integer.parseInt(accounts);
    }

    /** Returns the capacity in bytes of messages; {@link Long#MAX_VALUE} when unknown. */
    public long capacityBytes() {
        String capacity = address.properties().get(SiteProperties.CAPACITY_BYTES);
        return capacity == null ? Long.MAX_VALUE : Long.parseLong(capacity);
    }

    /** Returns the account of a number, from 1. */
    public Account account(int number) {
        String login = numbered(address.property(SiteProperties.LOGIN), number);
        String local = login.contains("@") ? login.substring(0, login.indexOf('@')) : login;
        return new Account(
                number,
                login,
                local + "@" + address.property(SiteProperties.DOMAIN),
                numbered(address.property(SiteProperties.PASSWORD), number));
    }

    private static String numbered(String template, int number) {
        Matcher matcher = NUMBER.matcher(template);
        return matcher.replaceAll(match -> {
            String digits = match.group(1);
            return digits.isEmpty()
                    ? Integer.toString(number)
                    : String.format(Locale.ROOT, "%0" + digits + "d", number);
        });
    }
}
