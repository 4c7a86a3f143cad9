// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import com.icegreen.greenmail.imap.ImapHostManager;
import com.icegreen.greenmail.mail.MovingMessage;
import com.icegreen.greenmail.user.UserImpl;
import jakarta.mail.internet.MimeMessage;

/**
 * An account whose mailboxes are stored under its own name: GreenMail uses a hash of it, which two accounts may share.
 */
final class OnDemandUser extends UserImpl {
    private final String mailboxName;

    OnDemandUser(String email, String login, String password, ImapHostManager mailboxes) {
        super(email, login, password, mailboxes);
        StringBuilder name = new StringBuilder("u");
        for (int i = 0; i < login.length(); i++) {
            char c = login.charAt(i);
            if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
                name.append(c);
            } else {
                // Dots separate a mailbox from its parent.
                name.append('_').append(Integer.toHexString(c)).append('_');
            }
        }
        mailboxName = name.toString();
    }

    /**
     * Delivers one message at a time: GreenMail numbers a message before it adds it to the folder, so that two could
     * swap.
     */
    @Override
    public synchronized void deliver(MovingMessage message) {
        super.deliver(message);
    }

    @Override
    public synchronized void deliver(MimeMessage message) {
        super.deliver(message);
    }

    @Override
    public String getQualifiedMailboxName() {
        return mailboxName;
    }
}
