// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.io.IOException;
import java.net.Socket;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.eclipse.angus.mail.util.SocketFetcher;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.Endpoint;

/** Angus Mail's transport for greeting, TLS, signing in and reading answers; commands and content are written by us. */
final class SubmissionTransport extends SMTPTransport {
    static final String PROTOCOL = "smtp";

    private final SubmissionSocket socket;
    private final String serverHost;

    SubmissionTransport(Session session, Endpoint endpoint, Account account, SubmissionSocket socket) {
        super(
                session,
                new URLName(PROTOCOL, endpoint.host(), endpoint.port(), null, account.login(), account.password()));
        this.socket = socket;
        this.serverHost = endpoint.host();
    }

    /** Greets, starts TLS where required, and signs in. */
    void open() throws MessagingException {
        connect(socket);
    }

    /** Starts TLS so that we can write through it too. */
    @Override
    protected synchronized void startTLS() throws MessagingException {
        issueCommand("STARTTLS", 220);
        try {
            Socket layer =
                    SocketFetcher.startTLS(socket.plain(), serverHost, session.getProperties(), "mail." + PROTOCOL);
            socket.secured(layer);
        } catch (IOException e) {
            throw new MessagingException("STARTTLS", e);
        }
    }

    /** Writes commands or content and flushes. */
    void write(byte[] bytes) throws IOException {
        socket.write(bytes);
    }

    /** Waits for the answer to one command. */
    synchronized Answer answer() throws MessagingException {
        int code = readServerResponse();
        return new Answer(code, lastAnswer());
    }

    /** Returns the server's last answer. */
    synchronized Answer last() {
        return new Answer(getLastReturnCode(), lastAnswer());
    }

    private String lastAnswer() {
        String last = getLastServerResponse();
        return last == null ? "" : last;
    }
}
