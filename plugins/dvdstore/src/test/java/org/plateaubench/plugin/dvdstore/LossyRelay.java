// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes connections on to a server on loopback, and on demand loses what the server answers. */
final class LossyRelay implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lost = new AtomicInteger();
    /** Answers that still pass; below 0 when none pass, {@link #ALL} when all do. */
    private final AtomicInteger passing = new AtomicInteger(ALL);

    private static final int ALL = Integer.MAX_VALUE;

    LossyRelay(int target) throws IOException {
        this.target = target;
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Lets so many more answers pass and loses those that follow. */
    void loseAfter(int answers) {
        lost.set(0);
        passing.set(answers);
    }

    /** Lets all answers pass. */
    void loseNothing() {
        loseAfter(ALL);
    }

    /** Answers lost since {@link #loseAfter}. */
    int lost() {
        return lost.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                Thread.ofPlatform().daemon().start(() -> pump(client, server, false));
                Thread.ofPlatform().daemon().start(() -> pump(server, client, true));
            }
        } catch (IOException e) {
            closeAll();
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[16_384];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                if (answers && passing.get() != ALL && passing.decrementAndGet() < 0) {
                    lost.incrementAndGet();
                } else {
                    out.write(buffer, 0, length);
                }
            }
        } catch (IOException e) {
            // Either end is gone: so is the connection.
        }
    }

    /** Cuts every connection. */
    void closeAll() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        door.close();
        closeAll();
    }
}
