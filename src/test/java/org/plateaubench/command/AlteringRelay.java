// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * A relay between users and a web site on loopback that alters some of the answers, like a faulty proxy. It parses only
 * as much of HTTP/1.1 as is needed to find the end of a message.
 */
final class AlteringRelay implements AutoCloseable {
    /** The alteration of an answer. */
    enum Alteration {
        /** Status 500 and a page that says so. */
        SERVER_ERROR,
        /** Another page, with the status that the site gave. */
        WRONG_CONTENT,
        /** Half of the body, and the end of the connection. */
        TRUNCATED,
        /** Nothing, until the relay is closed or the user gives up. */
        STALL
    }

    private record Rule(Pattern request, Alteration alteration, int every, AtomicInteger seen) {}

    private static final class Message {
        private final String head;
        private final byte[] body;

        Message(String head, byte[] body) {
            this.head = head;
            this.body = body;
        }

        String header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    private final ServerSocket door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final int target;
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final Map<Alteration, AtomicInteger> altered = new ConcurrentHashMap<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    AlteringRelay(int target) throws IOException {
        this.target = target;
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Alters the answer of every n-th request with the given beginning, such as {@code GET /events/\d+ }. */
    void alter(String requestBegins, Alteration alteration, int every) {
        rules.add(new Rule(Pattern.compile(requestBegins), alteration, every, new AtomicInteger()));
    }

    /** Answers altered so far. */
    int altered(Alteration alteration) {
        return altered.getOrDefault(alteration, new AtomicInteger()).get();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                sockets.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                // Closed.
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            InputStream fromClient = new BufferedInputStream(client.getInputStream());
            InputStream fromServer = new BufferedInputStream(server.getInputStream());
            boolean open = true;
            while (open) {
                Message request = read(fromClient, true, false);
                server.getOutputStream().write(request.head.getBytes(StandardCharsets.ISO_8859_1));
                server.getOutputStream().write(request.body);
                server.getOutputStream().flush();
                Message answer = read(fromServer, false, request.head.startsWith("HEAD "));
                open = pass(request, answer, client.getOutputStream());
            }
        } catch (IOException e) {
            // Either end is gone: so is the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean pass(Message request, Message answer, OutputStream toClient)
            throws IOException, InterruptedException {
        Alteration alteration = null;
        for (Rule rule : rules) {
            if (rule.request().matcher(request.head).lookingAt() && rule.seen().incrementAndGet() % rule.every() == 0) {
                alteration = rule.alteration();
                altered.computeIfAbsent(alteration, any -> new AtomicInteger()).incrementAndGet();
            }
        }
        byte[] other = "<html><body>Something else altogether</body></html>".getBytes(StandardCharsets.UTF_8);
        if (alteration == null) {
            send(toClient, answer.head, answer.body, answer.body.length);
            return !answer.header("connection").equalsIgnoreCase("close");
        }
        switch (alteration) {
            case SERVER_ERROR -> send(toClient, head("500 Internal Server Error", other.length), other, other.length);
            case WRONG_CONTENT -> send(toClient, head("200 OK", other.length), other, other.length);
            case TRUNCATED -> send(toClient, answer.head, answer.body, answer.body.length / 2);
            case STALL -> closed.await();
        }
        return alteration == Alteration.SERVER_ERROR || alteration == Alteration.WRONG_CONTENT;
    }

    private static String head(String status, int length) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: text/html\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private static void send(OutputStream to, String head, byte[] body, int length) throws IOException {
        to.write(head.getBytes(StandardCharsets.ISO_8859_1));
        to.write(body, 0, length);
        to.flush();
    }

    /** The body as it is on the wire, in chunks or not. */
    private static Message read(InputStream from, boolean request, boolean withoutBody) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            copyLine(from, head);
        }
        Message message = new Message(head.toString(StandardCharsets.ISO_8859_1), new byte[0]);
        boolean bodiless = withoutBody || message.head.matches("(?s)HTTP/1.1 (1\\d\\d|204|304) .*");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String length = message.header("content-length");
        if (bodiless) {
            return message;
        }
        if (message.header("transfer-encoding").equalsIgnoreCase("chunked")) {
            int size;
            do {
                int before = body.size();
                copyLine(from, body);
                String line = body.toString(StandardCharsets.ISO_8859_1).substring(before);
                size = Integer.parseInt(line.split("[;\r]", 2)[0].strip(), 16);
                copy(from, body, size);
                copyLine(from, body);
            } while (size > 0);
        } else if (!length.isEmpty()) {
            copy(from, body, Integer.parseInt(length));
        } else if (!request) {
            from.transferTo(body);
        }
        return new Message(message.head, body.toByteArray());
    }

    private static void copyLine(InputStream from, ByteArrayOutputStream to) throws IOException {
        int next;
        do {
            next = from.read();
            if (next < 0) {
                throw new EOFException();
            }
            to.write(next);
        } while (next != '\n');
    }

    private static void copy(InputStream from, ByteArrayOutputStream to, int length) throws IOException {
        byte[] bytes = from.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        to.write(bytes, 0, length);
    }

    @Override
    public void close() throws IOException {
        door.close();
        closed.countDown();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
