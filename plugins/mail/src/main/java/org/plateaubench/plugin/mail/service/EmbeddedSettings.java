// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

/**
 * The settings of the embedded server, passed by its parent in one line of standard input, which keeps the password off
 * the command line.
 *
 * @param imapPort port of mailbox access; 0 for a free one
 * @param smtpPort port of submission; 0 for a free one
 * @param tls whether mailbox access and submission use implicit TLS
 * @param password password of every account
 */
public record EmbeddedSettings(int imapPort, int smtpPort, boolean tls, String password) {
    public String toLine() {
        return imapPort + " " + smtpPort + " " + tls + " " + password;
    }

    public static EmbeddedSettings parse(String line) {
        String[] parts = line.split(" ", 4);
        return new EmbeddedSettings(
                Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Boolean.parseBoolean(parts[2]), parts[3]);
    }

    /** Returns the settings as text, without the password. */
    @Override
    public String toString() {
        return "EmbeddedSettings[imapPort=" + imapPort + ", smtpPort=" + smtpPort + ", tls=" + tls + "]";
    }
}
