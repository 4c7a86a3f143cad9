// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.site;

/** Names of the properties of a {@link org.plateaubench.api.SutAddress} that is a mail site. */
public final class SiteProperties {
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

    /** Domain of the accounts' addresses; the part before the {@code @} is the login up to an {@code @} in it. */
    public static final String DOMAIN = "domain";

    /** Password of the accounts, with {@code {n}} as in {@link #LOGIN}. A secret. */
    public static final String PASSWORD = "password";

    /** Trusted certificates: a PEM file, {@code any} (never for published results), or omitted for those of the JDK. */
    public static final String TRUST = "trust";

    /** Number of accounts; omitted when any number exists. */
    public static final String ACCOUNTS = "accounts";

    /** Capacity of an embedded server in bytes of messages; omitted when unknown. */
    public static final String CAPACITY_BYTES = "capacityBytes";

    /** The domain of sites that the harness starts, reserved by RFC 2606. */
    public static final String USUAL_DOMAIN = "plateau.test";

    /** The login of accounts, unless a run file names another. */
    public static final String USUAL_LOGIN = "user{n4}";

    /** The path of calendars, unless a run file names another. */
    public static final String USUAL_CALENDAR_PATH = "/{login}/calendar/";

    /** The path of address books, unless a run file names another. */
    public static final String USUAL_CONTACTS_PATH = "/{login}/contacts/";

    private SiteProperties() {}
}
