// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

/**
 * The settings of the embedded server, passed by its parent in one line of standard input, which keeps the password off
 * the command line.
 *
 * @param host host to listen on
 * @param imapPort port of mailbox access; 0 for a free one
 * @param smtpPort port of submission; 0 for a free one
 * @param tls whether mailbox access and submission use implicit TLS
 * @param domain domain of the addresses that it accepts mail for
 * @param password password of every account
 */
public record EmbeddedSettings(String host, int imapPort, int smtpPort, boolean tls, String domain, String password) {

    /** Returns the line. */
    public String toLine() {
        return Fields.line(this);
    }

    /**
     * Parses the line.
     *
     * @throws IllegalArgumentException when it is malformed
     */
    public static EmbeddedSettings parse(String line) {
        return Fields.parse(line, EmbeddedSettings.class);
    }

    /** Returns the settings as text, without the password. */
    @Override
    public String toString() {
        return "EmbeddedSettings[host=" + host + ", imapPort=" + imapPort + ", smtpPort=" + smtpPort + ", tls=" + tls
                + ", domain=" + domain + "]";
    }
}
