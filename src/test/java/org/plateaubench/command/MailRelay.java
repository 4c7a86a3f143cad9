// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A relay between users and a mail store on loopback that closes, delays or stalls connections. It parses only as much
 * of IMAP without TLS as is needed to recognise a wait for a push and the beginning of a message's body.
 */
final class MailRelay implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final int target;
    private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
    private final AtomicInteger toStall = new AtomicInteger();
    private final AtomicInteger stalled = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile long delayMillis;

    private static final class Pair {
        private final Socket client;
        private final Socket server;
        private volatile boolean waits;
        private volatile boolean stalled;

        Pair(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void cut() {
            try (client;
                    server) {
                waits = false;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    MailRelay(int target) throws IOException {
        this.target = target;
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Ends all connections. Others may be made at once. */
    void cutAll() {
        pairs.forEach(Pair::cut);
    }

    /** Ends the connections that wait for new mail, and returns their number. */
    int cutWaiting() {
        int cut = 0;
        for (Pair pair : pairs) {
            if (pair.waits) {
                pair.cut();
                cut++;
            }
        }
        return cut;
    }

    /** For the given number of fetched messages, passes half of the received bytes and nothing afterwards. */
    void stallBodies(int bodies) {
        toStall.set(bodies);
    }

    /** How many were. */
    int stalledBodies() {
        return stalled.get();
    }

    /** Delays everything that the server sends. */
    void delay(long millis) {
        delayMillis = millis;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                // Closed.
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Pair pair = new Pair(client, server);
            pairs.add(pair);
            Thread answers = Thread.ofVirtual().start(() -> pass(pair, true));
            pass(pair, false);
            answers.join();
            pairs.remove(pair);
        } catch (IOException e) {
            // No server listens, so the connection ends.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(Pair pair, boolean answers) {
        byte[] buffer = new byte[65_536];
        try (Socket from = answers ? pair.server : pair.client;
                Socket to = answers ? pair.client : pair.server) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                String text = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
                int passed = length;
                if (answers) {
                    passed = answered(pair, text);
                } else {
                    pair.waits = text.endsWith(" IDLE\r\n");
                }
                out.write(buffer, 0, passed);
            }
        } catch (IOException e) {
            // Either end is gone: so is the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How much of an answer passes. */
    private int answered(Pair pair, String text) throws InterruptedException {
        if (delayMillis > 0) {
            closed.await(delayMillis, TimeUnit.MILLISECONDS);
        }
        if (pair.stalled) {
            return 0;
        }
        if (text.contains("BODY[] {") && toStall.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            pair.stalled = true;
            stalled.incrementAndGet();
            return text.length() / 2;
        }
        return text.length();
    }

    @Override
    public void close() throws IOException {
        door.close();
        closed.countDown();
        cutAll();
    }
}
