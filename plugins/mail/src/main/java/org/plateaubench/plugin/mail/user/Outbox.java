// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.user;

import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.session.Deliveries;
import org.plateaubench.plugin.mail.session.Outgoing;
import org.plateaubench.plugin.mail.session.SessionState;
import org.plateaubench.plugin.mail.session.Tally;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.smtp.RetryPolicy;
import org.plateaubench.plugin.mail.smtp.Submission;
import org.plateaubench.plugin.mail.smtp.SubmissionEvent;
import org.plateaubench.plugin.mail.smtp.Submitted;
import org.plateaubench.plugin.mail.smtp.Submitted.Fate;
import org.plateaubench.spi.UserContext;

/**
 * Sends the messages of one user, each on a new connection: a user sends one in 24 minutes, and servers close a
 * connection that is idle for that long. Not thread-safe, except for {@link #abort}.
 */
final class Outbox {
    private final Deliveries deliveries;
    private final Tally tally;
    private final Submission submission;

    Outbox(SessionState session, UserContext context, Account account, Tally tally) {
        this.deliveries = session.deliveries();
        this.tally = tally;
        this.submission =
                new Submission(session.submission(), account, RetryPolicy.STANDARD, this::happened, context::nanoTime);
    }

    private void happened(SubmissionEvent event, int times) {
        switch (event) {
            case RETRY -> tally.add(MailMeasure.SUBMISSION_RETRIES, times);
            case UNPIPELINED -> tally.add(MailMeasure.PIPELINING_FALLBACKS, times);
            case UNCERTAIN -> tally.add(MailMeasure.DELIVERIES_UNCERTAIN, times);
            case RECONNECT -> {
                // No connection is kept.
            }
        }
    }

    /**
     * Sends a message.
     *
     * @return message as sent, for the folder Sent
     * @throws MailFailure when it was not accepted for all recipients
     */
    byte[] send(Outgoing outgoing) throws MailFailure {
        Submitted submitted;
        try {
            submitted = submission.send(outgoing.mail());
        } finally {
            submission.close();
        }
        int accepted = submitted.count(Fate.ACCEPTED);
        if (accepted > 0) {
            tally.add(MailMeasure.MESSAGES_SUBMITTED, 1);
            tally.add(MailMeasure.MESSAGE_BYTES, outgoing.mail().sizeBytes());
            tally.add(MailMeasure.DELIVERIES_ACCEPTED, accepted);
            deliveries.accepted(outgoing, submitted);
            for (int i = 0; i < outgoing.mail().recipients().size(); i++) {
                if (submitted.fate(i) == Fate.ACCEPTED) {
                    // Accounts are numbered from 1, users from 0.
                    tally.accepted(outgoing.recipient(i) + 1, outgoing.token());
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
