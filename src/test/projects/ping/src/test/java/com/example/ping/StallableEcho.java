// SPDX-License-Identifier: Apache-2.0
package com.example.ping;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Sends back what it receives, unless it is stalled. */
final class StallableEcho implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicLong connections = new AtomicLong();
    /** Held to write while the server is stalled. */
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();

    StallableEcho() throws IOException {
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    long connections() {
        return connections.get();
    }

    AutoCloseable stall() {
        gate.writeLock().lock();
        return gate.writeLock()::unlock;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> echo(client));
            }
        } catch (IOException e) {
            // The test closes the server when it ends.
        }
    }

    private void echo(Socket client) {
        byte[] received = new byte[4096];
        try (client) {
            for (int length = client.getInputStream().read(received);
                    length >= 0;
                    length = client.getInputStream().read(received)) {
                gate.readLock().lock();
                try {
                    client.getOutputStream().write(received, 0, length);
                } finally {
                    gate.readLock().unlock();
                }
            }
        } catch (IOException e) {
            // The client has closed its connection.
        } finally {
            connections.decrementAndGet();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
