// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import jakarta.mail.MessagingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;

/**
 * One message over one connection: {@code MAIL}, {@code RCPT} for each recipient without it, and {@code DATA} in one
 * write if the server supports pipelining (RFC 2920), then the content in another. Used once, by one thread.
 */
final class Transaction {
    private static final byte[] NOTHING = {'.', '\r', '\n'};

    private final SubmissionTransport transport;
    private final MailLink link;
    private final OutgoingMail mail;
    private final Submitted result;
    private final LongSupplier clock;
    private final List<Integer> recipients = new ArrayList<>();
    private boolean answered;
    private boolean handedOver;
    private boolean unfinished;

    Transaction(SubmissionTransport transport, MailLink link, OutgoingMail mail, Submitted result, LongSupplier clock) {
        this.transport = transport;
        this.link = link;
        this.mail = mail;
        this.result = result;
        this.clock = clock;
        result.forEachUnsent(recipients::add);
    }

    /**
     * Sends the message, and records its fate in the result.
     *
     * @param reset whether to reset an earlier message first
     * @throws MailFailure when the connection is lost
     */
    void run(boolean reset) throws MailFailure {
        try {
            List<Integer> taken =
                    transport.supportsExtension("PIPELINING") ? announceAtOnce(reset) : announceInSteps(reset);
            if (!taken.isEmpty()) {
                handOver(taken);
            }
        } catch (IOException | MessagingException e) {
            throw link.failure(e);
        } finally {
            if (handedOver) {
                recipients.forEach(result::uncertain);
            }
        }
    }

    /** Returns whether the server sent any answer to this message. */
    boolean answered() {
        return answered;
    }

    /** Returns whether it was sent completely without an answer: its fate is then unknown. */
    boolean handedOver() {
        return handedOver;
    }

    /** Returns whether the server still holds an open transaction. */
    boolean unfinished() {
        return unfinished;
    }

    private List<Integer> announceAtOnce(boolean reset) throws IOException, MessagingException, MailFailure {
        StringBuilder group = new StringBuilder(128 + 64 * recipients.size());
        group.append(reset ? "RSET\r\n" : "").append(mailCommand());
        recipients.forEach(recipient -> group.append(rcptCommand(recipient)));
        write(group.append("DATA\r\n").toString());
        if (reset) {
            answer("RSET");
        }
        Answer sender = answer("MAIL");
        List<Integer> taken = new ArrayList<>();
        boolean anyAccepted = false;
        for (int recipient : recipients) {
            Answer answer = answer("RCPT");
            anyAccepted |= answer.accepted();
            if (note(recipient, sender.accepted() ? answer : sender)) {
                taken.add(recipient);
            }
        }
        Answer data = answer("DATA");
        if (!data.goOn()) {
            taken.forEach(recipient -> result.refused(recipient, data));
            unfinished = sender.accepted();
            return List.of();
        }
        if (taken.isEmpty()) {
            endNothing(anyAccepted);
        }
        return taken;
    }

    /** Ends the content empty: the server waits for it although it accepted no recipient (RFC 2920, 3.1). */
    private void endNothing(boolean anyAccepted) throws IOException, MessagingException, MailFailure {
        if (anyAccepted) {
            // The server would deliver an empty message without a sender.
            throw new MailFailure(MailError.PROTOCOL, "recipients were taken, but their sender refused", true);
        }
        transport.write(NOTHING);
        answer("end of nothing");
        unfinished = true;
    }

    private List<Integer> announceInSteps(boolean reset) throws IOException, MessagingException, MailFailure {
        if (reset) {
            command("RSET\r\n", "RSET");
        }
        Answer sender = command(mailCommand(), "MAIL");
        List<Integer> taken = new ArrayList<>();
        for (int recipient : recipients) {
            if (note(recipient, sender.accepted() ? command(rcptCommand(recipient), "RCPT") : sender)) {
                taken.add(recipient);
            }
        }
        if (taken.isEmpty()) {
            unfinished = sender.accepted();
            return taken;
        }
        Answer data = command("DATA\r\n", "DATA");
        if (!data.goOn()) {
            taken.forEach(recipient -> result.refused(recipient, data));
            unfinished = true;
            return List.of();
        }
        return taken;
    }

    /** Records the server's answer for a recipient, and returns whether it accepts the message for this recipient. */
    private boolean note(int recipient, Answer answer) {
        if (!answer.accepted()) {
            result.refused(recipient, answer);
        }
        return answer.accepted();
    }

    private void handOver(List<Integer> taken) throws IOException, MessagingException, MailFailure {
        recipients.retainAll(taken);
        // If this write fails, the end of the message has not left this host: the server cannot have accepted it.
        transport.write(mail.wire());
        handedOver = true;
        Answer answer = transport.answer();
        if (answer.code() < 0) {
            throw answer.failure("end of the message");
        }
        long nanos = clock.getAsLong();
        handedOver = false;
        // Postfix for one keeps a transaction that it refused by policy (as RFC 5321, 4.1.1.4 requires).
        unfinished = !answer.accepted();
        for (int recipient : taken) {
            if (answer.accepted()) {
                result.accepted(recipient, nanos);
            } else {
                result.refused(recipient, answer);
            }
        }
        if (answer.gone()) {
            throw answer.failure("end of the message");
        }
    }

    private String mailCommand() {
        boolean sized = transport.supportsExtension("SIZE");
        return "MAIL FROM:<" + mail.sender() + ">" + (sized ? " SIZE=" + mail.sizeBytes() : "") + "\r\n";
    }

    private String rcptCommand(int recipient) {
        return "RCPT TO:<" + mail.recipients().get(recipient) + ">\r\n";
    }

    private Answer command(String line, String name) throws IOException, MessagingException, MailFailure {
        write(line);
        return answer(name);
    }

    private void write(String commands) throws IOException {
        transport.write(commands.getBytes(StandardCharsets.US_ASCII));
    }

    private Answer answer(String to) throws MessagingException, MailFailure {
        Answer answer = transport.answer();
        if (answer.gone()) {
            throw answer.failure(to);
        }
        answered = true;
        return answer;
    }
}
