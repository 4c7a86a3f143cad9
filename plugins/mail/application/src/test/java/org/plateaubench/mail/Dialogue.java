// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A protocol of lines, spoken by hand. */
final class Dialogue implements AutoCloseable {
    private static final int READ_LIMIT_MILLIS = 60_000;

    private final Socket socket;
    private final BufferedReader in;
    private final OutputStream out;

    Dialogue(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    Dialogue(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(READ_LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        out = socket.getOutputStream();
    }

    void say(String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** The next line that begins so. */
    String awaited(String beginning) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith(beginning)) {
                return line;
            }
        }
        throw new IOException("it ended without " + beginning);
    }

    /** All lines up to the next that begins so. */
    List<String> answer(String line, String end) throws IOException {
        say(line);
        List<String> lines = new ArrayList<>();
        do {
            lines.add(awaited(""));
        } while (!lines.getLast().startsWith(end));
        return lines;
    }

    String asked(String line, String beginning) throws IOException {
        say(line);
        return awaited(beginning);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
