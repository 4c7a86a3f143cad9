// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.lmtp;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.failure.MailError;
import org.plateaubench.plugin.mail.failure.MailFailure;

/**
 * A client of local delivery (RFC 2033), which has no queue: an accepted message is in the mailbox. One thread at a
 * time; the link may be aborted from any thread.
 */
public final class LmtpConnection implements AutoCloseable {
    private static final String SENDER = "MAIL FROM:<plateau@localhost>\r\n";
    private static final int LONGEST_LINE = 4096;
    private static final int BUFFER = 1 << 16;

    private final MailLink link;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private boolean pipelining;

    private LmtpConnection(MailLink link, Socket socket) throws IOException {
        this.link = link;
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        this.out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
    }

    /**
     * Connects and greets.
     *
     * @param link connection that is not open yet
     */
    public static LmtpConnection open(MailLink link) throws MailFailure {
        boolean opened = false;
        try {
            LmtpConnection connection = new LmtpConnection(link, link.connect());
            connection.expect(2);
            connection.pipelining = connection
                    .ask("LHLO plateau.invalid\r\n", 2)
                    .toUpperCase(Locale.ROOT)
                    .contains("PIPELINING");
            opened = true;
            return connection;
        } catch (IOException e) {
            throw link.failure(e);
        } finally {
            if (!opened) {
                link.abort();
            }
        }
    }

    /**
     * Delivers messages to one recipient. With a pipelining server, the envelope of a message is sent together with the
     * end of the one before.
     *
     * @param messages with CRLF at the end of each line
     * @throws MailFailure for the first message that was not accepted; those before it are delivered
     */
    public void deliver(String recipient, List<byte[]> messages) throws MailFailure {
        try {
            for (int i = 0; i < messages.size(); i++) {
                if (i == 0 || !pipelining) {
                    envelope(recipient);
                }
                data(messages.get(i));
                boolean more = pipelining && i + 1 < messages.size();
                if (more) {
                    sendEnvelope(recipient);
                }
                out.flush();
                expect(2);
                if (more) {
                    awaitEnvelope();
                }
            }
        } catch (IOException e) {
            throw link.failure(e);
        }
    }

    /** Checks whether a recipient would be accepted, and delivers nothing. */
    public void check(String recipient) throws MailFailure {
        try {
            ask(SENDER, 2);
            ask(to(recipient), 2);
            ask("RSET\r\n", 2);
        } catch (IOException e) {
            throw link.failure(e);
        }
    }

    private void envelope(String recipient) throws IOException, MailFailure {
        if (pipelining) {
            sendEnvelope(recipient);
            out.flush();
            awaitEnvelope();
        } else {
            ask(SENDER, 2);
            ask(to(recipient), 2);
            ask("DATA\r\n", 3);
        }
    }

    private void sendEnvelope(String recipient) throws IOException {
        write(SENDER + to(recipient) + "DATA\r\n");
    }

    private void awaitEnvelope() throws IOException, MailFailure {
        expect(2);
        expect(2);
        expect(3);
    }

    private static String to(String recipient) {
        return "RCPT TO:<" + recipient + ">\r\n";
    }

    private void data(byte[] message) throws IOException {
        int from = 0;
        for (int i = 0; i < message.length; i++) {
            if (message[i] == '.' && (i == 0 || message[i - 1] == '\n')) {
                out.write(message, from, i - from);
                out.write('.');
                from = i;
            }
        }
        out.write(message, from, message.length - from);
        boolean ended = message.length > 1 && message[message.length - 1] == '\n';
        write(ended ? ".\r\n" : "\r\n.\r\n");
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Sends a command and reads its answer. */
    private String ask(String command, int kind) throws IOException, MailFailure {
        write(command);
        out.flush();
        return expect(kind);
    }

    /** Reads an answer of one line or more. */
    private String expect(int kind) throws IOException, MailFailure {
        StringBuilder answer = new StringBuilder();
        String line = line();
        while (line.length() > 3 && line.charAt(3) == '-') {
            answer.append(line).append('\n');
            line = line();
        }
        answer.append(line);
        if (line.isEmpty() || line.charAt(0) - '0' != kind) {
            throw refusal(answer.toString());
        }
        return answer.toString();
    }

    private static MailFailure refusal(String answer) {
        MailError error = switch (answer.isEmpty() ? ' ' : answer.charAt(0)) {
            case '4' -> MailError.REFUSED_FOR_NOW;
            case '5' -> answer.startsWith("552") ? MailError.QUOTA : MailError.REFUSED;
            default -> MailError.PROTOCOL;
        };
        // After this, answers and commands no longer match.
        return new MailFailure(error, "local delivery answered " + answer, true);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        while (next != '\n') {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (line.size() > LONGEST_LINE) {
                throw new IOException("an answer without an end");
            }
            if (next != '\r') {
                line.write(next);
            }
            next = in.read();
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /** Signs out without waiting for the answer. */
    @Override
    public void close() {
        try {
            write("QUIT\r\n");
            out.flush();
            socket.close();
        } catch (IOException e) {
            link.abort();
        }
    }
}
