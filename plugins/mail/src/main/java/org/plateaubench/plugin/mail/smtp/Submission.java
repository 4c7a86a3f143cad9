// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.site.Account;

/**
 * The submission of one user. Each attempt has a connection of its own: a user sends one message in 24 minutes, and
 * servers close a connection that is idle for that long. One thread at a time, except for {@link #abort}.
 */
public final class Submission {
    /** The pauses before each retry of a temporarily refused message, all within one operation. */
    public static final List<Duration> PAUSES = List.of(Duration.ofSeconds(1), Duration.ofSeconds(5));

    private final MailSockets sockets;
    private final Account account;
    private final List<Duration> pauses;
    private final Counts counts;
    private final LongSupplier clock;
    private @Nullable MailLink link;
    private boolean aborted;

    /**
     * Creates the submission of an account.
     *
     * @param clock clock in nanoseconds, for {@link Submitted#acceptedNanos}
     */
    public Submission(MailSockets sockets, Account account, List<Duration> pauses, Counts counts, LongSupplier clock) {
        this.sockets = sockets;
        this.account = account;
        this.pauses = pauses;
        this.counts = counts;
        this.clock = clock;
    }

    public static void signIn(MailLink link, Account account) throws MailFailure {
        SmtpConnection.open(link, account).close();
    }

    /**
     * Signs in and checks whether an account may send to itself; sends nothing.
     *
     * @throws MailFailure with the server's answer when it may not
     */
    public static void check(MailLink link, Account account) throws MailFailure {
        try (SmtpConnection connection = SmtpConnection.open(link, account)) {
            for (String command :
                    List.of("MAIL FROM:<" + account.address() + ">", "RCPT TO:<" + account.address() + ">", "RSET")) {
                Answer answer = connection.ask(command);
                if (!answer.accepted()) {
                    throw answer.failure(command);
                }
            }
        } catch (IOException e) {
            throw link.failure(e);
        }
    }

    /**
     * Sends a message and returns its fate for every recipient. A failure is part of the result and not thrown, since
     * the message may be in transit to some recipients.
     */
    public Submitted send(OutgoingMail mail) {
        Submitted result = new Submitted(mail);
        try {
            begin();
            attempt(mail, result);
            for (Duration pause : pauses) {
                if (!result.hasUnsent()) {
                    break;
                }
                pause(pause);
                counts.add(MailMeasure.SUBMISSION_RETRIES, 1);
                attempt(mail, result);
            }
            result.conclude();
        } catch (MailFailure e) {
            result.failed(e);
        }
        counts.add(MailMeasure.DELIVERIES_UNCERTAIN, result.count(Submitted.Fate.UNCERTAIN));
        return result;
    }

    private void attempt(OutgoingMail mail, Submitted result) throws MailFailure {
        try (SmtpConnection connection = SmtpConnection.open(fresh(), account)) {
            if (!connection.offers("PIPELINING")) {
                counts.add(MailMeasure.PIPELINING_FALLBACKS, 1);
            }
            new Transaction(connection, mail, result, clock).run();
        }
    }

    private synchronized void begin() {
        aborted = false;
    }

    private synchronized MailLink fresh() throws MailFailure {
        refuseAborted();
        MailLink fresh = MailLink.smtp(sockets, counts);
        link = fresh;
        return fresh;
    }

    private synchronized void pause(Duration pause) throws MailFailure {
        long end = System.nanoTime() + pause.toNanos();
        try {
            for (long left = pause.toNanos(); left > 0 && !aborted; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            aborted = true;
        }
        refuseAborted();
    }

    private void refuseAborted() throws MailFailure {
        if (aborted) {
            throw new MailFailure(MailError.REFUSED_FOR_NOW, "cancelled while waiting to try again", false);
        }
    }

    /** Aborts a connection attempt, a wait for an answer or a wait for a retry. Any thread; does not block. */
    public synchronized void abort() {
        aborted = true;
        notifyAll();
        if (link != null) {
            link.abort();
        }
    }
}
