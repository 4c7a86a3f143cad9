// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.share;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What went over the connections to several servers, each behind a relay, in its order. Any thread. */
final class Wire implements AutoCloseable {
    private final List<Step> steps = new ArrayList<>();
    private final List<ServerSocket> listeners = new ArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private int open;

    /** What happens on a connection. */
    enum What {
        OPEN,
        /** The client says something that is not a continuation of what it said before. */
        ASK,
        ANSWER,
        CLOSE
    }

    /**
     * One thing that happened.
     *
     * @param bytes said at once, or in pieces that nothing from the other side came between
     */
    record Step(int connection, What what, int bytes) {}

    /** Begins to relay to a port of loopback; returns the port to use in its place. */
    int relay(int target) throws IOException {
        ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listeners.add(listener);
        Thread.ofVirtual().start(() -> accept(listener, target));
        return listener.getLocalPort();
    }

    private void accept(ServerSocket listener, int target) {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                int connection = connections.incrementAndGet();
                note(connection, What.OPEN, 0);
                Thread.ofVirtual().start(() -> pass(connection, client, server, What.ASK));
                Thread.ofVirtual().start(() -> pass(connection, server, client, What.ANSWER));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void pass(int connection, Socket from, Socket to, What what) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1 << 16];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                note(connection, what, count);
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // Either side has gone.
        } finally {
            if (what == What.ASK) {
                note(connection, What.CLOSE, 0);
            }
        }
    }

    private synchronized void note(int connection, What what, int bytes) {
        open += what == What.OPEN ? 1 : what == What.CLOSE ? -1 : 0;
        for (int i = steps.size() - 1; i >= 0; i--) {
            Step last = steps.get(i);
            if (last.connection() == connection) {
                if (last.what() == what) {
                    steps.set(i, new Step(connection, what, last.bytes() + bytes));
                    return;
                }
                break;
            }
        }
        steps.add(new Step(connection, what, bytes));
    }

    /** How many connections there are. */
    synchronized int open() {
        return open;
    }

    /** What happened since the last call. */
    synchronized List<Step> take() {
        List<Step> taken = List.copyOf(steps);
        steps.clear();
        return taken;
    }

    @Override
    public void close() throws IOException {
        for (ServerSocket listener : listeners) {
            listener.close();
        }
    }
}
