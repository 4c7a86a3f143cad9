// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.protocol.SmtpConnection.Reply;

/**
 * The submission of one user. Each attempt has a separate connection: a user sends one message in 24 minutes, and
 * servers close a connection that is idle for that long. Used by one thread at a time, except for {@link #abort}.
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

    /** Signs in and checks whether an account may send to itself; sends nothing. */
    public static void check(MailLink link, Account account) throws MailFailure {
        try (SmtpConnection connection = SmtpConnection.open(link, account)) {
            for (String command :
                    List.of("MAIL FROM:<" + account.address() + ">", "RCPT TO:<" + account.address() + ">", "RSET")) {
                Reply reply = connection.execute(command);
                if (!reply.accepted()) {
                    throw reply.failure(command);
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
                if (result.unsent().isEmpty()) {
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
        try (SmtpConnection connection = SmtpConnection.open(newLink(), account)) {
            if (!connection.offers("PIPELINING")) {
                counts.add(MailMeasure.PIPELINING_FALLBACKS, 1);
            }
            new Transaction(connection, mail, result).run();
        }
    }

    private synchronized void begin() {
        aborted = false;
    }

    private synchronized MailLink newLink() throws MailFailure {
        requireNotAborted();
        MailLink newLink = MailLink.smtp(sockets, counts);
        link = newLink;
        return newLink;
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
        requireNotAborted();
    }

    private void requireNotAborted() throws MailFailure {
        if (aborted) {
            throw new MailFailure(MailError.REFUSED_FOR_NOW, "cancelled while waiting to try again", false);
        }
    }

    /** Aborts a connection attempt, a wait for a reply or for a retry. May be called on any thread; does not block. */
    public synchronized void abort() {
        aborted = true;
        notifyAll();
        if (link != null) {
            link.abort();
        }
    }

    /**
     * Sends a message over one connection: {@code MAIL}, {@code RCPT} for each unsent recipient, and {@code DATA}, in
     * one write if the server supports pipelining (RFC 2920), then the content in another. Used once, by one thread.
     */
    private final class Transaction {
        private final SmtpConnection connection;
        private final OutgoingMail mail;
        private final Submitted result;
        private final boolean pipelined;
        private final List<Integer> recipients;
        private boolean contentSent;

        Transaction(SmtpConnection connection, OutgoingMail mail, Submitted result) {
            this.connection = connection;
            this.mail = mail;
            this.result = result;
            this.pipelined = connection.offers("PIPELINING");
            this.recipients = result.unsent();
        }

        /**
         * Sends the message, and records its fate in the result. After a refusal the connection cannot be used again:
         * the server may wait for the content of a message for which it has accepted no recipient.
         *
         * @throws MailFailure when the connection is lost
         */
        void run() throws MailFailure {
            try {
                List<Integer> accepted = sendEnvelope();
                if (!accepted.isEmpty()) {
                    sendContent(accepted);
                }
            } catch (IOException e) {
                throw connection.link().failure(e);
            } finally {
                if (contentSent) {
                    recipients.forEach(result::uncertain);
                }
            }
        }

        /** Returns the recipients for whom the server waits for the content. */
        private List<Integer> sendEnvelope() throws IOException, MailFailure {
            if (pipelined) {
                StringBuilder group = new StringBuilder(128 + 64 * recipients.size());
                group.append(mailCommand()).append("\r\n");
                recipients.forEach(
                        recipient -> group.append(rcptCommand(recipient)).append("\r\n"));
                connection.write(group.append("DATA\r\n").toString().getBytes(StandardCharsets.US_ASCII));
            }
            Reply sender = reply(mailCommand(), "MAIL");
            List<Integer> accepted = new ArrayList<>();
            for (int recipient : recipients) {
                Reply reply = pipelined || sender.accepted() ? reply(rcptCommand(recipient), "RCPT") : sender;
                if (sender.accepted() && reply.accepted()) {
                    accepted.add(recipient);
                } else {
                    result.refused(recipient, sender.accepted() ? reply : sender);
                }
            }
            if (pipelined || !accepted.isEmpty()) {
                Reply data = reply("DATA", "DATA");
                if (data.code() != SmtpConnection.START_CONTENT) {
                    accepted.forEach(recipient -> result.refused(recipient, data));
                    return List.of();
                }
            }
            return accepted;
        }

        private void sendContent(List<Integer> accepted) throws IOException, MailFailure {
            recipients.retainAll(accepted);
            // If this write fails, the end of the message has not left this host: the server cannot have accepted it.
            connection.write(mail.wire());
            contentSent = true;
            Reply reply = connection.readReply();
            if (reply.code() < 0) {
                throw reply.failure("end of the message");
            }
            long nanos = clock.getAsLong();
            contentSent = false;
            for (int recipient : accepted) {
                if (reply.accepted()) {
                    result.accepted(recipient, nanos);
                } else {
                    result.refused(recipient, reply);
                }
            }
            if (reply.isConnectionClosed()) {
                throw reply.failure("end of the message");
            }
        }

        private String mailCommand() {
            String size = connection.offers("SIZE") ? " SIZE=" + mail.sizeBytes() : "";
            return "MAIL FROM:<" + mail.sender() + ">" + size;
        }

        private String rcptCommand(int recipient) {
            return "RCPT TO:<" + mail.recipients().get(recipient) + ">";
        }

        /** Waits for the reply to a command, which is sent first unless it was sent with the others. */
        private Reply reply(String command, String name) throws IOException, MailFailure {
            Reply reply = pipelined ? connection.readReply() : connection.execute(command);
            if (reply.isConnectionClosed()) {
                throw reply.failure(name);
            }
            return reply;
        }
    }
}
