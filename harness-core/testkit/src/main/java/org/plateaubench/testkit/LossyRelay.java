// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Relays connections to a server on loopback. On demand it loses the server's replies but still passes the requests,
 * like a network that fails at the worst moment; the client is then not even notified that the server has closed its
 * connection. It can also delay replies. Thread-safe.
 */
public final class LossyRelay implements AutoCloseable {
    private static final int ALL = Integer.MAX_VALUE;
    private static final int BACKLOG = 50;
    private static final int BUFFER = 16_384;

    private final ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    private final int target;
    private final Thread acceptor;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    /** Clients that have not yet been notified that the server closed their connection. */
    private final Set<Socket> withoutNotice = ConcurrentHashMap.newKeySet();

    private final AtomicInteger lost = new AtomicInteger();
    /** Number of replies that still pass; 0 or less if none pass, {@link #ALL} if all pass. */
    private final AtomicInteger passing = new AtomicInteger(ALL);
    /** Its only permit is taken while the server is silent. */
    private final Semaphore replyPermit = new Semaphore(1);

    /** Changes lines of replies; null if replies pass as they are. */
    private final @Nullable UnaryOperator<String> change;

    /** Creates a relay to a port of loopback, which initially passes everything. */
    public LossyRelay(int target) throws IOException {
        this(target, null);
    }

    /** Creates a relay that applies a change to each line of the replies, which includes its end. */
    public LossyRelay(int target, @Nullable UnaryOperator<String> change) throws IOException {
        this.target = target;
        this.change = change;
        acceptor = Thread.ofPlatform().daemon().start(this::accept);
    }

    /** The port on loopback to which clients connect. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Lets the given number of further replies pass and loses those that follow. */
    public void loseAfter(int answers) {
        lost.set(0);
        passing.set(answers);
    }

    /** Lets all replies pass, and notifies clients whose connections the server has closed meanwhile. */
    public void loseNothing() {
        loseAfter(ALL);
        withoutNotice.forEach(this::end);
    }

    /** Number of replies lost since {@link #loseAfter}. */
    public int lost() {
        return lost.get();
    }

    /** Makes the server silent: replies wait until the returned object is closed. */
    public AutoCloseable hold() {
        replyPermit.acquireUninterruptibly();
        return replyPermit::release;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException e) {
                // The server socket was closed, or this one connection is lost.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        sockets.add(client);
        Socket server;
        try {
            server = new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException e) {
            end(client);
            return;
        }
        sockets.add(server);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Thread.ofPlatform().daemon().start(() -> passRequests(client, server));
        Thread.ofPlatform().daemon().start(() -> passReplies(server, client));
    }

    private void passRequests(Socket client, Socket server) {
        try (server) {
            client.getInputStream().transferTo(server.getOutputStream());
            end(client);
        } catch (IOException e) {
            serverEnded(client);
        }
        sockets.remove(server);
    }

    private void passReplies(Socket server, Socket client) {
        try (server) {
            InputStream in = new BufferedInputStream(server.getInputStream());
            OutputStream out = client.getOutputStream();
            for (byte[] part = next(in); part != null; part = next(in)) {
                awaitReplyPermit();
                if (passing.get() != ALL && passing.decrementAndGet() < 0) {
                    lost.incrementAndGet();
                } else {
                    out.write(part);
                }
            }
        } catch (IOException e) {
            // One end has closed, and with it the connection.
        }
        sockets.remove(server);
        serverEnded(client);
    }

    /** Returns what has arrived next, or the next line if lines are changed; null at the end. */
    private byte @Nullable [] next(InputStream in) throws IOException {
        if (change == null) {
            byte[] part = new byte[BUFFER];
            int length = in.read(part);
            return length < 0 ? null : Arrays.copyOf(part, length);
        }
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            line.write(next);
            if (next == '\n') {
                return change.apply(line.toString(StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
            }
        }
        return line.size() == 0 ? null : line.toByteArray();
    }

    /** Notifies the client, unless the notification would be lost as well. */
    private void serverEnded(Socket client) {
        withoutNotice.add(client);
        awaitReplyPermit();
        if (passing.get() > 0) {
            end(client);
        }
    }

    private void end(Socket client) {
        withoutNotice.remove(client);
        sockets.remove(client);
        close(client);
    }

    private void awaitReplyPermit() {
        replyPermit.acquireUninterruptibly();
        replyPermit.release();
    }

    /** Cuts every connection. */
    public void closeAll() {
        sockets.forEach(LossyRelay::close);
        sockets.clear();
        withoutNotice.clear();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Closes the server socket and cuts every connection. A client that connects after this returns is refused. */
    @Override
    public void close() throws IOException {
        listener.close();
        // The kernel still accepts a client on a closed server socket until the accepting thread has left it.
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeAll();
    }
}
