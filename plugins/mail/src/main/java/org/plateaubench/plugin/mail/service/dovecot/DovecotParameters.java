// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.mail.site.AddressRules;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.plugin.mail.site.SiteProperties;
import org.plateaubench.spi.SutContext;

/** Keys of a SUT of service {@code dovecot}. */
public record DovecotParameters(
        @Parameter(
                description = "How the workload's connections for mail are protected; the servers offer all three",
                defaultValue = "tls")
        Security security,

        @Parameter(
                description = "Maximum number of IMAP connections at a time, each of which is a process",
                defaultValue = "2000",
                min = 1,
                max = 100_000)
        int connections,

        @Parameter(
                description = "Maximum number of IMAP connections of one user at a time, 0 for any number",
                defaultValue = "0",
                min = 0,
                max = 100_000)
        int connectionsPerUser,

        @Parameter(
                description = "Maximum number of connections for submission at a time, each of which is a process",
                defaultValue = "500",
                min = 1,
                max = 10_000)
        int submissions,

        @Parameter(
                description = "Quota of all mailboxes of a user together, 0 for none",
                defaultValue = "0",
                unit = "MiB",
                min = 0,
                max = 1_000_000)
        int quotaMebibytes,

        @Parameter(description = "Domain of the users' addresses", defaultValue = SiteProperties.USUAL_DOMAIN)
        String domain,

        @Parameter(
                description = "Name with which users sign in, with {n} for the user's number; all users have the"
                        + " same password",
                defaultValue = "user{n}")
        String login,

        @Parameter(
                description = "Port of IMAP without TLS and with STARTTLS, 0 for a free one",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int imapPort,

        @Parameter(
                description = "Port of IMAP with TLS from the start, 0 for a free one",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int imapTlsPort,

        @Parameter(
                description = "Port of submission without TLS and with STARTTLS, 0 for a free one",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int smtpPort,

        @Parameter(
                description = "Port of submission with TLS from the start, 0 for a free one",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int smtpTlsPort,

        @Parameter(
                description = "Port of calendars and contacts, HTTP, 0 for a free one",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int davPort,

        @Parameter(
                description = "Further settings of Postfix's main.cf by name, which override those of the harness",
                defaultValue = "{}",
                reach = Reach.SETTINGS)
        Map<String, String> postfixSettings,

        @Parameter(description = "Format of mailboxes on disk", defaultValue = "maildir")
        Storage storage,

        @Parameter(
                description = "Further lines of dovecot.conf, which override those of the harness",
                defaultValue = "[]",
                reach = Reach.SETTINGS)
        List<String> dovecotSettings) {
    /** Name of the service in run files. */
    public static final String SERVICE = "dovecot";

    /** Checks what the bounds of single keys cannot express. */
    List<Finding> check(SutContext.Mode mode) {
        return check(mode, HostLimits.read().findings(connections));
    }

    /**
     * Checks the keys, and the mode of the service.
     *
     * @param ofHost findings about this host, which count where the harness starts the servers
     */
    List<Finding> check(SutContext.Mode mode, List<Finding> ofHost) {
        if (mode == SutContext.Mode.EXTERNAL) {
            return List.of(Finding.problem(
                    "Service " + SERVICE + " is started by the harness.",
                    "For servers that the harness does not run, use a SUT of service mail with mode external."));
        }
        List<Finding> findings = new ArrayList<>(ofHost);
        findings.addAll(AddressRules.domain(domain));
        findings.addAll(AddressRules.login(login));
        return findings;
    }

    /** Adds what the description of a SUT states about the keys. */
    void describe(Map<String, String> facts) {
        facts.put("postfix settings given", postfixSettings.toString());
        facts.put("security", security.title());
        facts.put("quota", quotaMebibytes == 0 ? "none" : quotaMebibytes + " MiB");
        facts.put("open files of a process", Long.toString(HostLimits.read().openFiles()));
    }

    /** Formats of mailboxes. */
    public enum Storage {
        /** A file for each message, with its flags in the file's name. */
        MAILDIR,
        /** A file for each message, everything else in Dovecot's index. */
        SDBOX,
        /** Many messages in a file, everything else in Dovecot's index. */
        MDBOX
    }
}
