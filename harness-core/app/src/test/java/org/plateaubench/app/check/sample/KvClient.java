// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.plateaubench.api.SutAddress;

/** One connection to the server. */
public final class KvClient implements AutoCloseable {
    private final Socket socket = new Socket();
    private final BufferedReader replies;

    public KvClient(SutAddress sut) throws IOException {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(sut)), 2000);
        replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    static int port(SutAddress sut) {
        return Integer.parseInt(sut.property("port"));
    }

    /** Sends a request. */
    public void send(String request) throws IOException {
        socket.getOutputStream().write((request + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** The next reply, a number. */
    public long reply() throws IOException {
        String line = replies.readLine();
        if (line == null) {
            throw new IOException("the server closed the connection");
        }
        return Long.parseLong(line);
    }

    /** Sends a request and waits for its reply. */
    public long ask(String request) throws IOException {
        send(request);
        return reply();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
