// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.post;

import com.icegreen.greenmail.Managers;
import com.icegreen.greenmail.server.AbstractServer;
import com.icegreen.greenmail.server.ProtocolHandler;
import com.icegreen.greenmail.smtp.SmtpServer;
import com.icegreen.greenmail.util.ServerSetup;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;

/**
 * GreenMail's servers, which answer at once: as they come they leave the kernel's delay of small packets on, and with it
 * every answer of two packets waits for the client's delayed acknowledgement, 40 ms each time.
 */
final class PromptServers {
    /** RFC 3501, 5.4: not before 30 minutes. GreenMail's own is 30 seconds, less than a user thinks. */
    private static final Duration IDLE_AT_MOST = Duration.ofMinutes(31);

    private PromptServers() {}

    private static void prompt(Socket socket) {
        try {
            socket.setTcpNoDelay(true);
        } catch (SocketException e) {
            // It is closed already, and its handler will find out.
        }
    }

    /** Submission. */
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

    /** Mailbox access. */
    static final class Imap extends AbstractServer {
        Imap(ServerSetup setup, Managers managers) {
            super(setup, managers);
            setClientSocketTimeout(Math.toIntExact(IDLE_AT_MOST.toMillis()));
        }

        @Override
        protected ProtocolHandler createProtocolHandler(Socket clientSocket) {
            prompt(clientSocket);
            return new CalmHandler(managers.getUserManager(), managers.getImapHostManager(), clientSocket);
        }
    }
}
