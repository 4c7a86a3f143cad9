// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import com.icegreen.greenmail.imap.ImapHandler;
import com.icegreen.greenmail.imap.ImapHostManager;
import com.icegreen.greenmail.imap.ImapRequestHandler;
import com.icegreen.greenmail.imap.ImapResponse;
import com.icegreen.greenmail.imap.ProtocolException;
import com.icegreen.greenmail.server.BuildInfo;
import com.icegreen.greenmail.user.UserManager;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * One connection to mailboxes, with a {@link ConsistentSession}; a client that disconnects without a logout also leaves its
 * folder.
 */
final class ConsistentSessionHandler extends ImapHandler {
    private static final int IN_BYTES = 512;
    private static final int OUT_BYTES = 1024;

    private final ImapRequestHandler requests = new ImapRequestHandler();
    private final UserManager users;
    private final ImapHostManager hosts;
    private volatile @Nullable ImapResponse goodbye;

    ConsistentSessionHandler(UserManager users, ImapHostManager hosts, Socket socket) {
        super(users, hosts, socket);
        this.users = users;
        this.hosts = hosts;
    }

    @Override
    public void run() {
        ConsistentSession session = new ConsistentSession(
                hosts, users, this, socket.getInetAddress().getHostAddress());
        try (InputStream in = new BufferedInputStream(socket.getInputStream(), IN_BYTES);
                OutputStream out = new BufferedOutputStream(socket.getOutputStream(), OUT_BYTES)) {
            ImapResponse response = new ImapResponse(out);
            goodbye = response;
            response.okResponse(
                    null, "IMAP4rev1 Server GreenMail v" + BuildInfo.INSTANCE.getProjectVersion() + " ready");
            boolean more = true;
            while (more && !isQuitting()) {
                more = requests.handleRequest(in, out, session);
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
        ImapResponse response = goodbye;
        if (response != null) {
            response.byeResponse(bye);
        }
        close();
    }
}
