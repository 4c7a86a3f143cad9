// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/** Forwards connections to a server, and closes all of them when clients have sent a number of bytes. */
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final AtomicLong left;

    CuttingProxy(int target, long bytes) throws IOException {
        this.target = target;
        this.left = new AtomicLong(bytes);
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Returns whether it has closed the connections. */
    boolean hasCut() {
        return left.get() <= 0;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                Thread.ofVirtual().start(() -> pass(client, server, true));
                Thread.ofVirtual().start(() -> pass(server, client, false));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void pass(Socket from, Socket to, boolean counted) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1 << 14];
            int count = in.read(buffer);
            while (count >= 0) {
                long before = counted ? left.getAndAdd(-count) : count;
                out.write(buffer, 0, (int) Math.max(0, Math.min(count, before)));
                if (before <= count && counted) {
                    listener.close();
                    return;
                }
                count = in.read(buffer);
            }
        } catch (IOException e) {
            // Either side has disconnected.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
