// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.plateaubench.plugin.mail.connect.MailFailure;

/**
 * One message over one connection: {@code MAIL}, {@code RCPT} for each recipient without it, and {@code DATA} in one
 * write if the server supports pipelining (RFC 2920), then the content in another. Used once, by one thread.
 */
final class Transaction {
    private static final String DATA = "DATA\r\n";

    private final SmtpConnection connection;
    private final OutgoingMail mail;
    private final Submitted result;
    private final LongSupplier clock;
    private final boolean pipelined;
    private final List<Integer> recipients = new ArrayList<>();
    private boolean handedOver;

    Transaction(SmtpConnection connection, OutgoingMail mail, Submitted result, LongSupplier clock) {
        this.connection = connection;
        this.mail = mail;
        this.result = result;
        this.clock = clock;
        this.pipelined = connection.offers("PIPELINING");
        result.forEachUnsent(recipients::add);
    }

    /**
     * Sends the message, and records its fate in the result. After a refusal the connection is of no further use: the
     * server may wait for the content of a message that it has accepted for nobody.
     *
     * @throws MailFailure when the connection is lost
     */
    void run() throws MailFailure {
        try {
            List<Integer> taken = announce();
            if (!taken.isEmpty()) {
                handOver(taken);
            }
        } catch (IOException e) {
            throw connection.link().failure(e);
        } finally {
            if (handedOver) {
                recipients.forEach(result::uncertain);
            }
        }
    }

    /** Returns the recipients for whom the server waits for the content. */
    private List<Integer> announce() throws IOException, MailFailure {
        if (pipelined) {
            StringBuilder group = new StringBuilder(128 + 64 * recipients.size()).append(mailCommand());
            recipients.forEach(recipient -> group.append(rcptCommand(recipient)));
            write(group.append(DATA).toString());
        }
        Answer sender = answer(mailCommand(), "MAIL");
        List<Integer> taken = new ArrayList<>();
        for (int recipient : recipients) {
            Answer answer = pipelined || sender.accepted() ? answer(rcptCommand(recipient), "RCPT") : sender;
            if (sender.accepted() && answer.accepted()) {
                taken.add(recipient);
            } else {
                result.refused(recipient, sender.accepted() ? answer : sender);
            }
        }
        if (pipelined || !taken.isEmpty()) {
            Answer data = answer(DATA, "DATA");
            if (!data.goOn()) {
                taken.forEach(recipient -> result.refused(recipient, data));
                return List.of();
            }
        }
        return taken;
    }

    private void handOver(List<Integer> taken) throws IOException, MailFailure {
        recipients.retainAll(taken);
        // If this write fails, the end of the message has not left this host: the server cannot have accepted it.
        connection.write(mail.wire());
        handedOver = true;
        Answer answer = connection.answer();
        if (answer.code() < 0) {
            throw answer.failure("end of the message");
        }
        long nanos = clock.getAsLong();
        handedOver = false;
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
        String size = connection.offers("SIZE") ? " SIZE=" + mail.sizeBytes() : "";
        return "MAIL FROM:<" + mail.sender() + ">" + size + "\r\n";
    }

    private String rcptCommand(int recipient) {
        return "RCPT TO:<" + mail.recipients().get(recipient) + ">\r\n";
    }

    private void write(String commands) throws IOException {
        connection.write(commands.getBytes(StandardCharsets.US_ASCII));
    }

    /** Waits for the answer to a command, which is sent first unless it was sent with the others. */
    private Answer answer(String command, String name) throws IOException, MailFailure {
        if (!pipelined) {
            write(command);
        }
        Answer answer = connection.answer();
        if (answer.gone()) {
            throw answer.failure(name);
        }
        return answer;
    }
}
