// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import org.plateaubench.plugin.mail.content.Letter;
import org.plateaubench.plugin.mail.smtp.OutgoingMail;

/** A message ready for submission and then for the folder Sent. */
final class Outgoing {
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
    Outgoing(String token, int[] recipients, Letter letter, byte[] message) {
        this.token = token;
        this.recipients = recipients;
        this.mail = OutgoingMail.of(letter.from(), letter.to(), message);
        this.message = message;
    }

    String token() {
        return token;
    }

    /** Returns the user of a recipient by its index. */
    int recipient(int index) {
        return recipients[index];
    }

    OutgoingMail mail() {
        return mail;
    }

    byte[] message() {
        return message;
    }
}
