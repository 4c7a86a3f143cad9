// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.process.Readiness;
import org.plateaubench.process.ServerProcess;

/**
 * A server is ready when it greets on every port.
 *
 * @param expected start of the greeting on each port, {@link #HTTP} for an HTTP server, which gets a request first;
 *     empty where the client speaks first and a connection is enough
 */
public record Greetings(Map<Integer, String> expected) implements Readiness<Greetings> {
    public static final Duration LIMIT = Duration.ofSeconds(60);

    /** Start of the answer of an HTTP server. */
    public static final String HTTP = "HTTP/1.";

    private static final byte[] HTTP_REQUEST = "OPTIONS / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int PROBE_LIMIT_MILLIS = 5_000;
    private static final int GREETING_BYTES = 512;

    @Override
    public Optional<Greetings> probe(ServerProcess child) throws IOException {
        for (Map.Entry<Integer, String> port : expected.entrySet()) {
            if (!greeting(port.getKey(), port.getValue()).startsWith(port.getValue())) {
                return Optional.empty();
            }
        }
        return Optional.of(this);
    }

    private static String greeting(int port, String expected) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PROBE_LIMIT_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PROBE_LIMIT_MILLIS);
            if (expected.isEmpty()) {
                return "";
            }
            if (expected.equals(HTTP)) {
                socket.getOutputStream().write(HTTP_REQUEST);
            }
            byte[] words = new byte[GREETING_BYTES];
            int length = Math.max(0, socket.getInputStream().read(words));
            return new String(words, 0, length, StandardCharsets.UTF_8);
        }
    }
}
