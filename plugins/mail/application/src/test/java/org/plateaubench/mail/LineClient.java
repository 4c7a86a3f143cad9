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

/** A client of a protocol of lines, such as IMAP. */
final class LineClient implements AutoCloseable {
    private static final int READ_LIMIT_MILLIS = 60_000;

    private final Socket socket;
    private final BufferedReader in;
    private final OutputStream out;

    LineClient(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    LineClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(READ_LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        out = socket.getOutputStream();
    }

    void send(String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Reads up to the next line with this prefix, and returns it. */
    String readUntil(String prefix) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith(prefix)) {
                return line;
            }
        }
        throw new IOException("the connection ended without " + prefix);
    }

    /** Sends a line, and returns all lines of the answer up to the first with this prefix. */
    List<String> exchangeAll(String line, String end) throws IOException {
        send(line);
        List<String> lines = new ArrayList<>();
        do {
            lines.add(readUntil(""));
        } while (!lines.getLast().startsWith(end));
        return lines;
    }

    String exchange(String line, String prefix) throws IOException {
        send(line);
        return readUntil(prefix);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
