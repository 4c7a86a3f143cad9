// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Decides for a Postfix what it takes, as greylisting programs do (Postfix SMTP access policy delegation). */
public final class PolicyServer implements AutoCloseable {
    private final ServerSocket listening;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private volatile Function<Map<String, String>, String> policy = question -> "dunno";

    /** Takes everything until told otherwise. */
    public PolicyServer() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::listen);
    }

    /**
     * Decides from now on.
     *
     * @param decision from the attributes of a question to an action such as {@code dunno} or {@code 450 4.2.0 later}
     */
    public void decide(Function<Map<String, String>, String> decision) {
        policy = decision;
    }

    /** Where it listens. */
    public int port() {
        return listening.getLocalPort();
    }

    private void listen() {
        try {
            while (true) {
                Socket connection = listening.accept();
                connections.add(connection);
                Thread.ofVirtual().start(() -> serve(connection));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
            Map<String, String> question = new HashMap<>();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    question.put(line.substring(0, equals), line.substring(equals + 1));
                    continue;
                }
                String action = "action=" + policy.apply(Map.copyOf(question)) + "\n\n";
                connection.getOutputStream().write(action.getBytes(StandardCharsets.US_ASCII));
                question.clear();
            }
        } catch (IOException e) {
            // The daemon that asked is gone.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
