// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

/**
 * The ready line of the embedded server.
 *
 * @param imapPort port of mailbox access
 * @param smtpPort port of submission
 * @param greenMail version of GreenMail
 * @param java version of the JVM
 */
public record EmbeddedReady(int imapPort, int smtpPort, String greenMail, String java) {

    /** Returns the value of a ready line. */
    public String toLine() {
        return Fields.line(this);
    }

    /**
     * Parses the value of a ready line.
     *
     * @throws IllegalArgumentException when it is malformed
     */
    public static EmbeddedReady parse(String line) {
        return Fields.parse(line, EmbeddedReady.class);
    }
}
