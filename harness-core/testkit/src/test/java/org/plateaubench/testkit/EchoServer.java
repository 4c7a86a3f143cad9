// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Sends back every byte, over loopback, on threads that do not compete with virtual users for the same carriers. */
final class EchoServer implements AutoCloseable {
    private final ServerSocket listening;
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private volatile boolean altersReplies;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    EchoServer() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("echo").start(this::accept);
    }

    SocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getLocalPort());
    }

    long connections() {
        return connections.get();
    }

    /** Sends no replies until the result is closed. */
    AutoCloseable stall() {
        CountDownLatch closed = new CountDownLatch(1);
        gate = closed;
        return closed::countDown;
    }

    /** Alters the replies until the result is closed. */
    AutoCloseable alterReplies() {
        altersReplies = true;
        return () -> altersReplies = false;
    }

    long received() {
        return received.get();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                Thread.ofPlatform().daemon().start(() -> echo(socket));
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void echo(Socket socket) {
        byte[] buffer = new byte[4096];
        connections.incrementAndGet();
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                received.addAndGet(read);
                gate.await();
                if (altersReplies) {
                    buffer[0]++;
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // The client has closed the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connections.decrementAndGet();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
