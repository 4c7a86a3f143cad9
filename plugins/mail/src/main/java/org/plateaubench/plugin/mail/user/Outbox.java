// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.user;

import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.smtp.Submission;
import org.plateaubench.plugin.mail.smtp.Submitted;
import org.plateaubench.plugin.mail.smtp.Submitted.Fate;
import org.plateaubench.plugin.mail.user.Drafting.Outgoing;
import org.plateaubench.spi.UserContext;

/** Sends the messages of one user, and records who is owed a copy. Not thread-safe, except for {@link #abort}. */
final class Outbox {
    private final MailSession session;
    private final Submission submission;

    Outbox(MailSession session, UserContext context, Account account) {
        this.session = session;
        this.submission = session.submission(account, context);
    }

    /**
     * Sends a message.
     *
     * @return message as sent, for the folder Sent
     * @throws MailFailure when it was not accepted for all recipients
     */
    byte[] send(Outgoing outgoing) throws MailFailure {
        Submitted submitted = submission.send(outgoing.mail());
        int accepted = submitted.count(Fate.ACCEPTED);
        if (accepted > 0) {
            Tally tally = session.tally();
            tally.add(MailMeasure.MESSAGES_SUBMITTED, 1);
            tally.add(MailMeasure.MESSAGE_BYTES, outgoing.mail().sizeBytes());
            tally.add(MailMeasure.DELIVERIES_ACCEPTED, accepted);
            for (int i = 0; i < outgoing.recipients().length; i++) {
                if (submitted.fate(i) == Fate.ACCEPTED) {
                    int recipient = outgoing.recipients()[i];
                    session.deliveries().accepted(outgoing.token(), recipient, submitted.acceptedNanos(i));
                    // Accounts are numbered from 1, users from 0.
                    tally.accepted(recipient + 1, outgoing.token());
                }
            }
        }
        MailFailure failure = submitted.failure();
        if (failure != null) {
            // The mailbox stays connected when the connection to submission is lost.
            throw failure.ofOtherConnection();
        }
        return outgoing.message();
    }

    void abort() {
        submission.abort();
    }
}
