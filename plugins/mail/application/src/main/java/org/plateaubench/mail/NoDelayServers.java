// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import com.icegreen.greenmail.Managers;
import com.icegreen.greenmail.server.AbstractServer;
import com.icegreen.greenmail.server.ProtocolHandler;
import com.icegreen.greenmail.smtp.SmtpServer;
import com.icegreen.greenmail.util.ServerSetup;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;

/**
 * GreenMail's servers without delay: by default they leave Nagle's algorithm on, with which every answer of two packets
 * waits 40 ms for the client's delayed acknowledgement.
 */
final class NoDelayServers {
    /** RFC 3501, 5.4: at least 30 minutes. GreenMail's own limit is 30 seconds, less than a user's think time. */
    private static final Duration IDLE_AT_MOST = Duration.ofMinutes(31);

    private NoDelayServers() {}

    private static void prompt(Socket socket) {
        try {
            socket.setTcpNoDelay(true);
        } catch (SocketException e) {
            // The socket is already closed, which its handler will notice.
        }
    }

    /** The server of submission. */
    static final class Smtp extends SmtpServer {
        Smtp(ServerSetup setup, Managers managers) {
            super(setup, managers);
            setClientSocketTimeout(Math.toIntExact(IDLE_AT_MOST.toMillis()));
        }

        @Override
        protected ProtocolHandler createProtocolHandler(Socket clientSocket) {
            prompt(clientSocket);
            return super.createProtocolHandler(clientSocket);
        }
    }

    /** The server of mailbox access. */
    static final class Imap extends AbstractServer {
        Imap(ServerSetup setup, Managers managers) {
            super(setup, managers);
            setClientSocketTimeout(Math.toIntExact(IDLE_AT_MOST.toMillis()));
        }

        @Override
        protected ProtocolHandler createProtocolHandler(Socket clientSocket) {
            prompt(clientSocket);
            return new ConsistentSessionHandler(managers.getUserManager(), managers.getImapHostManager(), clientSocket);
        }
    }
}
