// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import org.plateaubench.plugin.mail.content.Letter;
import org.plateaubench.plugin.mail.smtp.OutgoingMail;

/** A message that is ready to be submitted, and kept in Sent afterwards. */
final class Outgoing {
    private final String token;
    private final int[] recipients;
    private final OutgoingMail mail;
    private final byte[] message;

    /**
     * Makes it ready.
     *
     * @param recipients numbers of users, as many as the letter has and in its order
     * @param message whole
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

    /** The user who is the recipient of a place. */
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
