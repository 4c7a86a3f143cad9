// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.util.List;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/** Keys of a SUT of service {@code mail}. The first four apply to both modes. */
public record MailServiceParameters(
        @Parameter(
                description = "Port of mailbox access (IMAP); 0 for a free loopback port of the embedded server, and"
                        + " for the usual port of an external site: " + IMAP_PORT + ", with TLS "
                        + IMAP_TLS_PORT,
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int imapPort,

        @Parameter(
                description = "Port of submission (SMTP); 0 for a free loopback port of the embedded server, and for"
                        + " the usual port of an external site: " + SUBMISSION_PORT + ", with TLS "
                        + SUBMISSION_TLS_PORT,
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int smtpPort,

        @Parameter(
                description = "Transport security of IMAP and SMTP; the embedded server does not" + " support starttls",
                defaultValue = "none")
        Security security,

        @Parameter(
                description = "Password of the accounts, of an external site with {n} for the account's number;"
                        + " empty for the default password of the embedded server",
                defaultValue = "",
                secret = true)
        String password,

        @Parameter(
                description = "Java heap of the embedded server, all of it reserved at the start: it holds all"
                        + " mailboxes",
                defaultValue = "" + DEFAULT_HEAP_MEBIBYTES,
                unit = "MiB",
                min = 128,
                max = 1_048_576)
        int heapMebibytes,

        @Parameter(description = "IMAP host of an external site", defaultValue = "")
        String imapHost,

        @Parameter(description = "SMTP host of an external site; empty for the IMAP host", defaultValue = "")
        String smtpHost,

        @Parameter(
                description = "Base URL of calendars and contacts of an external site, such as"
                        + " https://dav.lab:8443; empty for none",
                defaultValue = "")
        String davUrl,

        @Parameter(
                description = "Path of an account's calendar on an external site, with {login} for the name with"
                        + " which it signs in",
                defaultValue = MailSite.DEFAULT_CALENDAR_PATH)
        String calendarPath,

        @Parameter(
                description = "Path of an account's address book on an external site, with {login} for the name"
                        + " with which it signs in",
                defaultValue = MailSite.DEFAULT_CONTACTS_PATH)
        String contactsPath,

        @Parameter(
                description = "Name with which the accounts of an external site sign in, with {n} for the number of"
                        + " the account from 1, {n4} for the same with at least four digits",
                defaultValue = MailSite.DEFAULT_LOGIN)
        String login,

        @Parameter(description = "Domain of the addresses of an external site", defaultValue = "")
        String domain,

        @Parameter(
                description = "Number of accounts of an external site; 0 when unknown",
                defaultValue = "0",
                min = 0,
                max = Integer.MAX_VALUE)
        int accounts,

        @Parameter(
                description = "Certificates that are trusted for an external site: those of a PEM file, any"
                        + " (never for published results), or empty for the authorities that the JDK"
                        + " trusts",
                defaultValue = "",
                reach = Reach.FILE)
        String trust,

        ClientCertificate certificate) {

    public static final String SERVICE = "mail";

    private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9.-]+");
    private static final int DEFAULT_HEAP_MEBIBYTES = 512;
    private static final int IMAP_PORT = 143;
    private static final int IMAP_TLS_PORT = 993;
    private static final int SUBMISSION_PORT = 587;
    private static final int SUBMISSION_TLS_PORT = 465;

    public int externalImapPort() {
        return chosen(imapPort, IMAP_PORT, IMAP_TLS_PORT);
    }

    public int externalSmtpPort() {
        return chosen(smtpPort, SUBMISSION_PORT, SUBMISSION_TLS_PORT);
    }

    private int chosen(int given, int defaultPort, int defaultWithTls) {
        if (given != 0) {
            return given;
        }
        return security == Security.TLS ? defaultWithTls : defaultPort;
    }

    public List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = keys(mode).problems();
        if (mode == SutContext.Mode.EXTERNAL) {
            checkExternal(findings);
        } else if (security == Security.STARTTLS) {
            findings.add(Finding.problem("The embedded server does not support STARTTLS.", "Set it to 'none' or 'tls'.")
                    .about("security"));
        }
        return findings;
    }

    private ModeKeys keys(SutContext.Mode mode) {
        return new ModeKeys(mode)
                .external("imapHost", !imapHost.isEmpty())
                .external("smtpHost", !smtpHost.isEmpty())
                .external("davUrl", !davUrl.isEmpty())
                .external("calendarPath", !calendarPath.equals(MailSite.DEFAULT_CALENDAR_PATH))
                .external("contactsPath", !contactsPath.equals(MailSite.DEFAULT_CONTACTS_PATH))
                .external("login", !login.equals(MailSite.DEFAULT_LOGIN))
                .external("domain", !domain.isEmpty())
                .external("accounts", accounts != 0)
                .external("trust", !trust.isEmpty())
                .external("clientCertificate", certificate.isGiven())
                .embedded("heapMebibytes", heapMebibytes != DEFAULT_HEAP_MEBIBYTES);
    }

    private void checkExternal(List<Finding> findings) {
        findings.addAll(certificate.check(security != Security.NONE || davUrl.startsWith("https")));
        require(findings, "imapHost", imapHost, "An external site needs a host.");
        require(findings, "domain", domain, "An external site needs the domain of its addresses.");
        if (!domain.isEmpty()
                && !SutServiceType.isReference(domain)
                && !DOMAIN.matcher(domain).matches()) {
            findings.add(Finding.problem(
                            "The domain of the addresses is not valid.",
                            "It may have only letters a to z, digits, dots and hyphens, such as "
                                    + MailSite.DEFAULT_DOMAIN + ".")
                    .about("domain"));
        }
        require(findings, "password", password, "An external site needs the password of its accounts.");
        // A reference to the environment is checked again after it is resolved.
        if (!davUrl.isEmpty()
                && !davUrl.startsWith("http://")
                && !davUrl.startsWith("https://")
                && !SutServiceType.isReference(davUrl)) {
            findings.add(Finding.problem("The address is not an HTTP URL.", "It begins with http:// or https://.")
                    .about("davUrl"));
        }
        if (!login.contains("{n") && !SutServiceType.isReference(login)) {
            findings.add(Finding.problem(
                            "All accounts would sign in with the same name.", "Write {n} in place of the number.")
                    .about("login"));
        }
    }

    private static void require(List<Finding> findings, String key, String value, String problem) {
        if (value.isEmpty()) {
            findings.add(Finding.problem(problem, "Set " + key + ".").about(key));
        }
    }

    /** Returns the keys as text, without the password. */
    @Override
    public String toString() {
        return "MailServiceParameters[imapHost=" + imapHost + ", imapPort=" + imapPort + ", smtpHost=" + smtpHost
                + ", smtpPort=" + smtpPort + ", security=" + security.title() + ", davUrl=" + davUrl + ", login="
                + login + ", domain=" + domain + "]";
    }
}
