// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Says to a server what no decent client would. One thread. */
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

    /** Says something, byte for byte. */
    public RawCaller say(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        return this;
    }

    /** Asks for the stream of the lists, with further headers, each of which ends its line. */
    public RawCaller stream(String headers) throws IOException {
        return say(
                "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n" + headers + "\r\n");
    }

    /** Returns all bytes that the server sends until it closes the connection. */
    public String hear() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The first line the server says. */
    public String status() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = socket.getInputStream().read();
                c >= 0 && c != '\r';
                c = socket.getInputStream().read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    /** Listens until the server has said that; false when it closed before. */
    public boolean until(String text) throws IOException {
        StringBuilder said = new StringBuilder();
        while (said.indexOf(text) < 0) {
            int c = socket.getInputStream().read();
            if (c < 0) {
                return false;
            }
            said.append((char) c);
        }
        return true;
    }

    /** Says one byte after the other until the server will hear no more. */
    public void trickle(Duration gap, Duration atMost) throws IOException, InterruptedException {
        for (long said = 0; said < atMost.dividedBy(gap); said++) {
            try {
                say("x");
                if (socket.getInputStream().available() > 0) {
                    return;
                }
            } catch (IOException e) {
                return;
            }
            java.util.concurrent.TimeUnit.NANOSECONDS.sleep(gap.toNanos());
        }
        throw new AssertionError("the server listened for " + atMost);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
