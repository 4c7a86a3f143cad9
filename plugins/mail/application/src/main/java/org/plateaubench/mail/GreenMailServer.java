// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import com.icegreen.greenmail.Managers;
import com.icegreen.greenmail.imap.ImapHandler;
import com.icegreen.greenmail.imap.ImapRequestHandler;
import com.icegreen.greenmail.imap.ImapResponse;
import com.icegreen.greenmail.imap.ProtocolException;
import com.icegreen.greenmail.mail.MailAddress;
import com.icegreen.greenmail.server.AbstractServer;
import com.icegreen.greenmail.server.BuildInfo;
import com.icegreen.greenmail.server.ProtocolHandler;
import com.icegreen.greenmail.smtp.SmtpManager;
import com.icegreen.greenmail.smtp.SmtpServer;
import com.icegreen.greenmail.smtp.SmtpState;
import com.icegreen.greenmail.user.UserManager;
import com.icegreen.greenmail.util.ServerSetup;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.service.EmbeddedMail.EmbeddedSettings;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;

/** The embedded mail server: IMAP and SMTP by GreenMail. It runs in a child process of the harness. */
public final class GreenMailServer implements AutoCloseable {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(10);

    /** RFC 3501, 5.4: at least 30 minutes. GreenMail's own limit is 30 seconds, less than a user's think time. */
    private static final Duration MAX_IDLE = Duration.ofMinutes(31);

    private final AbstractServer imap;
    private final AbstractServer smtp;

    /** Creates the server, which does not listen yet. */
    public GreenMailServer(EmbeddedSettings settings) {
        Managers components = new OnDemandComponents(settings.password());
        boolean tls = settings.tls();
        imap = new Imap(
                setup(settings.imapPort(), tls ? ServerSetup.PROTOCOL_IMAPS : ServerSetup.PROTOCOL_IMAP), components);
        smtp = new Smtp(
                setup(settings.smtpPort(), tls ? ServerSetup.PROTOCOL_SMTPS : ServerSetup.PROTOCOL_SMTP), components);
        for (AbstractServer server : List.of(imap, smtp)) {
            server.setClientSocketTimeout(Math.toIntExact(MAX_IDLE.toMillis()));
        }
    }

    /**
     * Reads its {@linkplain EmbeddedSettings settings} from standard input, writes its address to its log, and ends
     * with its parent.
     */
    public static void main(String[] arguments) throws Exception {
        EmbeddedSettings settings = EmbeddedSettings.parse(Lifeline.takeLine());
        Lifeline.watch(STOP_TIMEOUT);
        GreenMailServer mailServer = new GreenMailServer(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(mailServer::close, "stop"));
        mailServer.start();
        ReadyLine.announce(mailServer.imapPort() + " " + mailServer.smtpPort() + " " + version());
        new CountDownLatch(1).await();
    }

    private static ServerSetup setup(int port, String protocol) {
        return new ServerSetup(port, EmbeddedService.HOST, protocol);
    }

    public void start() throws IOException, InterruptedException {
        imap.startService();
        smtp.startService();
        for (AbstractServer server : List.of(imap, smtp)) {
            if (!server.waitTillRunning(START_TIMEOUT.toMillis())) {
                throw new IOException("GreenMail does not listen on its port for " + server.getProtocol());
            }
        }
    }

    public int imapPort() {
        return imap.getPort();
    }

    public int smtpPort() {
        return smtp.getPort();
    }

    public static String version() {
        return BuildInfo.INSTANCE.getProjectVersion();
    }

    @Override
    public void close() {
        imap.stopService();
        smtp.stopService();
    }

    /**
     * Sends without delay: GreenMail leaves Nagle's algorithm on, with which every answer of two packets waits 40 ms
     * for the client's delayed acknowledgement.
     */
    private static void disableNagle(Socket socket) {
        try {
            socket.setTcpNoDelay(true);
        } catch (SocketException e) {
            // The socket is already closed, which its handler will notice.
        }
    }

    /** GreenMail's components, with accounts that accept any client with the password. */
    static final class OnDemandComponents extends Managers {
        private final OnDemandAccounts accounts;
        private final SmtpManager smtp;

        OnDemandComponents(String password) {
            accounts = new OnDemandAccounts(getImapHostManager(), MailSite.DEFAULT_DOMAIN, password);
            smtp = new SmtpManager(getImapHostManager(), accounts) {
                @Override
                public @Nullable String checkRecipient(SmtpState state, MailAddress recipient) {
                    return accounts.accepts(recipient.getEmail())
                            ? null
                            : "550 5.7.1 Mail for other domains is not accepted";
                }
            };
        }

        @Override
        public UserManager getUserManager() {
            return accounts;
        }

        @Override
        public SmtpManager getSmtpManager() {
            return smtp;
        }
    }

    static final class Smtp extends SmtpServer {
        Smtp(ServerSetup setup, Managers managers) {
            super(setup, managers);
        }

        @Override
        protected ProtocolHandler createProtocolHandler(Socket clientSocket) {
            disableNagle(clientSocket);
            return super.createProtocolHandler(clientSocket);
        }
    }

    static final class Imap extends AbstractServer {
        private static final int IN_BYTES = 512;
        private static final int OUT_BYTES = 1024;

        Imap(ServerSetup setup, Managers managers) {
            super(setup, managers);
        }

        @Override
        protected ProtocolHandler createProtocolHandler(Socket clientSocket) {
            disableNagle(clientSocket);
            return new Connection(clientSocket);
        }

        /** Uses a {@link ConsistentSession}; a client that disconnects without a logout leaves its folder. */
        private final class Connection extends ImapHandler {
            private final ImapRequestHandler requests = new ImapRequestHandler();
            private volatile @Nullable ImapResponse openResponse;

            Connection(Socket socket) {
                super(managers.getUserManager(), managers.getImapHostManager(), socket);
            }

            @Override
            public void run() {
                ConsistentSession session = new ConsistentSession(
                        managers.getImapHostManager(),
                        managers.getUserManager(),
                        this,
                        socket.getInetAddress().getHostAddress());
                try (InputStream in = new BufferedInputStream(socket.getInputStream(), IN_BYTES);
                        OutputStream out = new BufferedOutputStream(socket.getOutputStream(), OUT_BYTES)) {
                    ImapResponse response = new ImapResponse(out);
                    openResponse = response;
                    response.okResponse(null, "IMAP4rev1 Server GreenMail v" + version() + " ready");
                    boolean isOpen = true;
                    while (isOpen && !isQuitting()) {
                        isOpen = requests.handleRequest(in, out, session);
                    }
                } catch (IOException | ProtocolException e) {
                    // The client has disconnected, as it may.
                    log.debug("connection ended", e);
                } finally {
                    session.deselect();
                    close();
                }
            }

            @Override
            public void forceConnectionClose(String bye) {
                ImapResponse response = openResponse;
                if (response != null) {
                    response.byeResponse(bye);
                }
                close();
            }
        }
    }
}
