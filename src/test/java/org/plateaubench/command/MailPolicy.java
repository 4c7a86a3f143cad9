// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The policy service that Postfix asks whether it may accept a message for a recipient (SMTP access policy delegation).
 * {@code grey} users are greylisted: the first attempt of a sender is refused temporarily, and a later one is accepted.
 */
final class MailPolicy implements AutoCloseable {
    /** An attempt before this time is refused again. */
    private static final long GREY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ServerSocket door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final Map<String, Long> firstNanos = new ConcurrentHashMap<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger letIn = new AtomicInteger();

    MailPolicy() throws IOException {
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Pairs of a sender and a recipient that were accepted after a refusal. */
    int letIn() {
        return letIn.get();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket socket = door.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                // Closed.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            Map<String, String> question = new TreeMap<>();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    question.put(line.substring(0, equals), line.substring(equals + 1));
                } else {
                    String action = "action=" + action(question) + "\n\n";
                    socket.getOutputStream().write(action.getBytes(StandardCharsets.UTF_8));
                    question.clear();
                }
            }
        } catch (IOException e) {
            // Postfix has gone.
        }
    }

    private String action(Map<String, String> question) {
        String recipient = question.getOrDefault("recipient", "");
        if (recipient.startsWith("unknown2@")) {
            return "550 5.1.1 No such mailbox here";
        }
        if (recipient.startsWith("later2@")) {
            return "450 4.2.0 Come again another day";
        }
        if (!recipient.startsWith("grey")) {
            return "DUNNO";
        }
        long now = System.nanoTime();
        String pair = question.getOrDefault("sender", "") + " " + recipient;
        Long first = firstNanos.putIfAbsent(pair, now);
        if (first == null || now - first < GREY_NANOS) {
            return "450 4.2.0 Greylisted, come again";
        }
        letIn.incrementAndGet();
        return "DUNNO";
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
