// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Sends any bytes to a server, such as malformed requests. Not thread-safe. */
public final class RawCaller implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Socket socket;
    private final OutputStream out;

    /** Connects. */
    public RawCaller(URI server) throws IOException {
        socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        out = socket.getOutputStream();
    }

    /** Sends a text, byte for byte. */
    public RawCaller send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        return this;
    }

    /** Requests the stream of the lists, with additional headers, each with its line end. */
    public RawCaller stream(String headers) throws IOException {
        return send(
                "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n" + headers + "\r\n");
    }

    /** Returns all bytes that the server sends until it closes the connection. */
    public String readToEnd() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads the first line of the answer. */
    public String status() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = socket.getInputStream().read();
                c >= 0 && c != '\r';
                c = socket.getInputStream().read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    /** Reads until the server has sent a text; false when it closed before. */
    public boolean reads(String text) throws IOException {
        StringBuilder received = new StringBuilder();
        while (received.indexOf(text) < 0) {
            int c = socket.getInputStream().read();
            if (c < 0) {
                return false;
            }
            received.append((char) c);
        }
        return true;
    }

    /** Sends single bytes with gaps until the server answers or closes the connection. */
    public void trickle(Duration gap, Duration atMost) throws IOException, InterruptedException {
        for (long sent = 0; sent < atMost.dividedBy(gap); sent++) {
            try {
                send("x");
                if (socket.getInputStream().available() > 0) {
                    return;
                }
            } catch (IOException e) {
                return;
            }
            java.util.concurrent.TimeUnit.NANOSECONDS.sleep(gap.toNanos());
        }
        throw new AssertionError("the server still accepted bytes after " + atMost);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
