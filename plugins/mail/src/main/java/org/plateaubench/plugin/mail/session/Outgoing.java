// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.session;

import org.plateaubench.plugin.mail.content.Letter;
import org.plateaubench.plugin.mail.smtp.OutgoingMail;

/** A message ready for submission and then for the folder Sent. */
public final class Outgoing {
    private final String token;
    private final int[] recipients;
    private final OutgoingMail mail;
    private final byte[] message;

    /**
     * Prepares a message.
     *
     * @param recipients numbers of users, as many as the letter has and in its order
     * @param message the whole message
     */
    public Outgoing(String token, int[] recipients, Letter letter, byte[] message) {
        this.token = token;
        this.recipients = recipients;
        this.mail = OutgoingMail.of(letter.from(), letter.to(), message);
        this.message = message;
    }

    public String token() {
        return token;
    }

    /** Returns the user of a recipient by its index. */
    public int recipient(int index) {
        return recipients[index];
    }

    public OutgoingMail mail() {
        return mail;
    }

    public byte[] message() {
        return message;
    }
}
