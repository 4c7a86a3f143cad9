// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.connect.Security;

/** A connection to a mail submission server on which an account has signed in. Not thread-safe. */
final class SmtpConnection implements AutoCloseable {
    /** The greeting, with an address as the client name, which reveals nothing about the host. */
    private static final String EHLO = "EHLO [127.0.0.1]";

    private static final int MAX_REPLY_LENGTH = 1 << 16;
    private static final int READY = 220;
    private static final int AUTHENTICATED = 235;
    private static final int CONTINUE = 334;
    static final int START_CONTENT = 354;

    private final MailLink link;
    private InputStream input;
    private List<String> extensions = List.of();

    private SmtpConnection(MailLink link) throws IOException {
        this.link = link;
        this.input = new BufferedInputStream(link.getInputStream());
    }

    /** Connects, starts TLS where required, and signs in where the server offers it. */
    static SmtpConnection open(MailLink link, Account account) throws MailFailure {
        link.connect();
        try {
            SmtpConnection connection = new SmtpConnection(link);
            connection.require(connection.readReply(), READY);
            connection.greet();
            if (link.endpoint().security() == Security.STARTTLS) {
                connection.startTls();
                connection.greet();
            }
            connection.signIn(account);
            return connection;
        } catch (IOException e) {
            throw link.abortAndGetFailure(e);
        } catch (MailFailure e) {
            link.abort();
            throw e;
        }
    }

    private void require(Reply reply, int code) throws MailFailure {
        if (reply.code() < 0) {
            throw link.failure(new EOFException());
        }
        if (reply.code() != code) {
            throw reply.connectionFailure(link.endpoint().toString());
        }
    }

    private void greet() throws IOException, MailFailure {
        Reply reply = execute(EHLO);
        require(reply, 250);
        extensions = reply.text()
                .lines()
                .filter(line -> line.length() > 4)
                .map(line -> line.substring(4).toUpperCase(Locale.ROOT))
                .toList();
    }

    private void startTls() throws IOException, MailFailure {
        if (!offers("STARTTLS")) {
            throw new MailFailure(MailError.TLS, link.endpoint() + " does not offer STARTTLS", true);
        }
        Reply reply = execute("STARTTLS");
        if (reply.code() != READY) {
            throw reply.isConnectionClosed()
                    ? reply.connectionFailure(link.endpoint().toString())
                    : new MailFailure(
                            MailError.TLS,
                            link.endpoint() + " does not start TLS after STARTTLS: " + reply.text(),
                            true);
        }
        link.startTls();
        input = new BufferedInputStream(link.getInputStream());
    }

    private void signIn(Account account) throws IOException, MailFailure {
        List<String> mechanisms = extensions.stream()
                .filter(extension -> extension.startsWith("AUTH ") || extension.startsWith("AUTH="))
                .flatMap(extension -> Stream.of(extension.substring(5).split(" ")))
                .toList();
        if (mechanisms.isEmpty()) {
            return;
        }
        Reply reply;
        if (mechanisms.contains("PLAIN")) {
            // The account is also the identity to act as (RFC 4616), which Jakarta Mail sends too.
            String login = account.login();
            reply = execute("AUTH PLAIN " + base64(login + "\0" + login + "\0" + account.password()));
        } else if (mechanisms.contains("LOGIN")) {
            reply = execute("AUTH LOGIN");
            reply = reply.code() == CONTINUE ? execute(base64(account.login())) : reply;
            reply = reply.code() == CONTINUE ? execute(base64(account.password())) : reply;
        } else {
            throw new MailFailure(
                    MailError.AUTHENTICATION, "signing in: the server offers neither PLAIN nor LOGIN", true);
        }
        if (reply.code() != AUTHENTICATED) {
            throw reply.connectionFailure("signing in");
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns whether the server offers the extension with this name, in upper case. */
    boolean offers(String name) {
        return extensions.stream().anyMatch(extension -> extension.equals(name) || extension.startsWith(name + " "));
    }

    MailLink link() {
        return link;
    }

    Reply execute(String command) throws IOException, MailFailure {
        write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
        return readReply();
    }

    void write(byte[] bytes) throws IOException {
        link.getOutputStream().write(bytes);
    }

    Reply readReply() throws IOException, MailFailure {
        StringBuilder text = new StringBuilder();
        int start = 0;
        while (true) {
            int next = input.read();
            if (next < 0) {
                return new Reply(-1, text.toString());
            }
            if (text.length() == MAX_REPLY_LENGTH) {
                throw new MailFailure(MailError.PROTOCOL, link.endpoint() + " does not end its reply", true);
            }
            text.append((char) next);
            if (next == '\n') {
                if (text.length() - start < 4 || text.charAt(start + 3) != '-') {
                    return new Reply(code(text, start), text.toString());
                }
                start = text.length();
            }
        }
    }

    private static int code(StringBuilder text, int start) {
        String code = text.substring(start, Math.min(start + 3, text.length()));
        return code.length() == 3 && code.chars().allMatch(Character::isDigit) ? Integer.parseInt(code) : -1;
    }

    /** Signs out without waiting for the reply. */
    @Override
    public void close() {
        try (link) {
            if (!link.isAborted()) {
                write("QUIT\r\n".getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            // The connection is closed whether or not the server received the QUIT.
        } finally {
            link.abort();
        }
    }

    /** All lines of a reply, and its code: the three digits, or -1 for a closed connection or a malformed reply. */
    record Reply(int code, String text) {
        private static final Pattern MAILBOX_FULL = Pattern.compile("\\d{3}[ -][45]\\.2\\.2\\b");
        private static final Pattern ENHANCED_STATUS_CODE =
                Pattern.compile("\\d{3}[ -][245]\\.\\d+\\.\\d+\\b.*", Pattern.DOTALL);
        private static final int MAX_MESSAGE_LENGTH = 300;
        private static final int SERVICE_UNAVAILABLE = 421;

        boolean accepted() {
            return code >= 200 && code < 300;
        }

        boolean isTemporary() {
            return code >= 400 && code < 500;
        }

        /** Returns whether the server closes, or has closed, the connection. */
        boolean isConnectionClosed() {
            return code == SERVICE_UNAVAILABLE || code < 0;
        }

        /** Returns the failure for a refused message or recipient (RFC 5321, 4.2; RFC 3463). */
        MailFailure failure(String subject) {
            return new MailFailure(error(), message(subject), isConnectionClosed());
        }

        private MailError error() {
            if (code < 0) {
                return MailError.CONNECTION;
            }
            if (MAILBOX_FULL.matcher(text).lookingAt()
                    || (code == 552 && !ENHANCED_STATUS_CODE.matcher(text).matches())) {
                return MailError.QUOTA;
            }
            return switch (code) {
                case SERVICE_UNAVAILABLE -> MailError.SERVER;
                case 500, 501, 502, 503, 504, 555 -> MailError.PROTOCOL;
                case 530, 534, 535, 538 -> MailError.AUTHENTICATION;
                default -> {
                    if (isTemporary()) {
                        yield MailError.REFUSED_FOR_NOW;
                    }
                    yield code >= 500 && code < 600 ? MailError.REFUSED : MailError.PROTOCOL;
                }
            };
        }

        /** Returns the failure for a connection that cannot be used, since its greeting, TLS or sign-in was refused. */
        MailFailure connectionFailure(String subject) {
            MailError error = code == SERVICE_UNAVAILABLE ? MailError.TOO_MANY_CONNECTIONS : error();
            return new MailFailure(error, message(subject), true);
        }

        /** Returns what was refused, and the reason, in one line. */
        private String message(String subject) {
            if (code < 0) {
                return subject + ": the server closed the connection";
            }
            String line = text.strip().replaceAll("\\s*\\n(\\d{3}[ -])?", " ");
            return subject + ": " + (line.length() > MAX_MESSAGE_LENGTH ? line.substring(0, MAX_MESSAGE_LENGTH) : line);
        }
    }
}
