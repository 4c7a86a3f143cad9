// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Gives a fast server a known distribution of response times: it delays the reply to a timed request until the drawn
 * time has passed since the request arrived, and until a stall has ended; all other bytes are relayed immediately.
 * One request at a time per connection. It is a separate process, which ends when its standard input is closed.
 */
final class LatencyRelay {
    private static final long SPIN_NANOS = 150_000;
    private static final int CHUNK_BYTES = 16_384;
    private static final int BLOCK = 1_000;
    private static final byte[] CANNED =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

    private final String timed;
    private final int upstream;
    private final long shiftNanos;
    private final long scaleNanos;
    private final long everyNanos;
    private final long stallNanos;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final List<Integer> order = new ArrayList<>();
    private final Random random = new Random(1);

    private LatencyRelay(String[] arguments) {
        timed = arguments[2];
        upstream = Integer.parseInt(arguments[3]);
        shiftNanos = Long.parseLong(arguments[4]);
        scaleNanos = Long.parseLong(arguments[5]);
        everyNanos = Long.parseLong(arguments[6]);
        stallNanos = Long.parseLong(arguments[7]);
    }

    /**
     * Arguments: the file to be written at the end, the port to listen on, the prefix of a timed request, the port
     * of the server (0: the relay replies itself, with a page), and nanoseconds: minimum and width of the uniform
     * distribution, period and length of the stalls. A line of the file is {@code clientPort number servedNanos}.
     */
    public static void main(String[] arguments) throws IOException {
        LatencyRelay relay = new LatencyRelay(arguments);
        ServerSocket listener = new ServerSocket(Integer.parseInt(arguments[1]), 500, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> relay.accept(listener));
        while (System.in.read() >= 0) {
            // Until the test closes it.
        }
        synchronized (relay.lines) {
            Files.write(Path.of(arguments[0]), relay.lines);
        }
    }

    private void accept(ServerSocket listener) {
        try {
            while (true) {
                Socket client = listener.accept();
                client.setTcpNoDelay(true);
                RelayedConnection connection = new RelayedConnection(client);
                Thread.ofPlatform().daemon().start(connection::relayRequests);
            }
        } catch (IOException e) {
            // The process is ending.
        }
    }

    /** Draws a time; each thousandth of the distribution occurs once in a thousand draws. */
    private synchronized long drawNanos() {
        if (order.isEmpty()) {
            for (int i = 0; i < BLOCK; i++) {
                order.add(i);
            }
            Collections.shuffle(order, random);
        }
        return shiftNanos + Math.round(scaleNanos * (order.removeLast() + random.nextDouble()) / BLOCK);
    }

    private long dueNanos(long nowNanos) {
        long due = nowNanos + drawNanos();
        long offset = Math.floorMod(due, everyNanos);
        return offset < everyNanos - stallNanos ? due : due + everyNanos - offset;
    }

    private static void await(long instantNanos) {
        for (long left = instantNanos - System.nanoTime(); left > 0; left = instantNanos - System.nanoTime()) {
            if (left > SPIN_NANOS) {
                LockSupport.parkNanos(left - SPIN_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** The connection of a client and the server connection that belongs to it. */
    private final class RelayedConnection {
        private final Socket client;
        private final @Nullable Socket server;
        private volatile boolean isTimedReplyPending;
        private volatile long arrivedNanos;
        private volatile long dueNanos;
        private int number;

        RelayedConnection(Socket client) throws IOException {
            this.client = client;
            server = upstream == 0 ? null : new Socket(InetAddress.getLoopbackAddress(), upstream);
            if (server != null) {
                server.setTcpNoDelay(true);
                Thread.ofPlatform().daemon().start(() -> relayReplies(server));
            }
        }

        void relayRequests() {
            byte[] chunk = new byte[CHUNK_BYTES];
            try (client) {
                InputStream in = client.getInputStream();
                for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                    arrivedNanos = System.nanoTime();
                    if (isTimed(chunk, length)) {
                        dueNanos = dueNanos(arrivedNanos);
                        isTimedReplyPending = true;
                    }
                    if (server == null) {
                        reply(CANNED, CANNED.length);
                    } else {
                        server.getOutputStream().write(chunk, 0, length);
                    }
                }
            } catch (IOException e) {
                // One side has closed its connection, so the other one is closed too.
            }
            close(server);
        }

        /** The commands of Redis are not case-sensitive. */
        private boolean isTimed(byte[] chunk, int length) {
            return length >= timed.length()
                    && new String(chunk, 0, timed.length(), StandardCharsets.US_ASCII).equalsIgnoreCase(timed);
        }

        private void relayReplies(Socket from) {
            byte[] chunk = new byte[CHUNK_BYTES];
            try (from) {
                InputStream in = from.getInputStream();
                for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                    reply(chunk, length);
                }
            } catch (IOException e) {
                // As above.
            }
            close(client);
        }

        private void reply(byte[] bytes, int length) throws IOException {
            if (isTimedReplyPending) {
                isTimedReplyPending = false;
                await(dueNanos);
                lines.add(client.getPort() + " " + number++ + " " + (System.nanoTime() - arrivedNanos));
            }
            client.getOutputStream().write(bytes, 0, length);
        }

        private static void close(@Nullable Socket socket) {
            try {
                if (socket != null) {
                    socket.close();
                }
            } catch (IOException e) {
                // The connection is closed already.
            }
        }
    }
}
