// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.embedded;

/**
 * What the embedded server is told by its parent, in one line of its standard input, where a password belongs.
 *
 * @param host that it listens on
 * @param imapPort 0 for a free one, as the two others
 * @param smtpPort of submission
 * @param davPort of calendars and contacts
 * @param tls whether mailbox access and submission speak TLS from the first byte
 * @param domain of the addresses that it takes mail for
 * @param password with which any account signs in
 */
public record EmbeddedSettings(
        String host, int imapPort, int smtpPort, int davPort, boolean tls, String domain, String password) {

    /** The line. */
    public String toLine() {
        return Fields.line(
                "host",
                host,
                "imapPort",
                Integer.toString(imapPort),
                "smtpPort",
                Integer.toString(smtpPort),
                "davPort",
                Integer.toString(davPort),
                "tls",
                Boolean.toString(tls),
                "domain",
                domain,
                "password",
                password);
    }

    /**
     * Reads the line.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static EmbeddedSettings parse(String line) {
        Fields fields = Fields.parse(line);
        return new EmbeddedSettings(
                fields.text("host"),
                fields.number("imapPort"),
                fields.number("smtpPort"),
                fields.number("davPort"),
                Boolean.parseBoolean(fields.text("tls")),
                fields.text("domain"),
                fields.text("password"));
    }

    /** Leaves out the password. */
    @Override
    public String toString() {
        return "EmbeddedSettings[host=" + host + ", imapPort=" + imapPort + ", smtpPort=" + smtpPort + ", davPort="
                + davPort + ", tls=" + tls + ", domain=" + domain + "]";
    }
}
