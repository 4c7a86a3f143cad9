// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.plateaubench.http.HttpOrigin;

/** A server with one script for each of its connections. */
final class RawServer implements AutoCloseable {
    private final ServerSocket listening;
    private final Queue<Script> scripts = new ConcurrentLinkedQueue<>();
    private final List<Socket> accepted = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /** The actions of the server on one connection. */
    @FunctionalInterface
    interface Script {
        void play(Peer peer) throws IOException;
    }

    RawServer(Script... script) throws IOException {
        scripts.addAll(List.of(script));
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    /** Answers each request with these bytes. */
    static Script answering(String... answers) {
        return peer -> {
            for (String answer : answers) {
                peer.request();
                peer.send(answer);
            }
        };
    }

    HttpOrigin origin() {
        return new HttpOrigin("http", "127.0.0.1", listening.getLocalPort());
    }

    /** The headers of all requests. */
    List<String> requests() {
        return requests;
    }

    int accepted() {
        return accepted.size();
    }

    private void accept() {
        try {
            for (Script script = scripts.poll(); script != null; script = scripts.poll()) {
                Script played = script;
                Socket socket = listening.accept();
                accepted.add(socket);
                Thread.ofVirtual().start(() -> play(played, socket));
            }
        } catch (IOException e) {
            // Closed by the test.
            return;
        }
    }

    private void play(Script script, Socket socket) {
        try (socket) {
            script.play(new Peer(socket));
        } catch (IOException e) {
            // The client has closed the connection.
            return;
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : accepted) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One accepted connection. */
    final class Peer {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        Peer(Socket socket) throws IOException {
            socket.setTcpNoDelay(true);
            this.socket = socket;
            this.in = socket.getInputStream();
            this.out = socket.getOutputStream();
        }

        /** Reads the header of a request; throws an exception at the end of the connection. */
        String request() throws IOException {
            String header = upTo("\r\n\r\n");
            requests.add(header);
            return header;
        }

        String upTo(String end) throws IOException {
            StringBuilder text = new StringBuilder();
            while (text.indexOf(end) < 0) {
                text.append((char) readByte());
            }
            return text.toString();
        }

        private int readByte() throws IOException {
            int b = in.read();
            if (b < 0) {
                throw new IOException("the client has closed");
            }
            return b;
        }

        void send(String text) throws IOException {
            send(text.getBytes(StandardCharsets.ISO_8859_1), 0, text.length());
        }

        void send(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            out.flush();
        }

        void waitForClose() throws IOException {
            in.transferTo(OutputStream.nullOutputStream());
        }

        void halfClose() throws IOException {
            socket.shutdownOutput();
        }

        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
