// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A web server on a real socket: it records requests, redirects, sets cookies, and can stop answering. */
final class WebShop implements AutoCloseable {
    private final ServerSocket server;
    private final AtomicInteger open = new AtomicInteger();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final ReadWriteLock silence = new ReentrantReadWriteLock(true);

    WebShop() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(this::accept);
    }

    String address() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    int openConnections() {
        return open.get();
    }

    /** Method, path and body of each request, and the cookie after a semicolon. */
    List<String> requests() {
        return requests;
    }

    /** Stops answering until the returned object is closed, which the same thread must do. */
    AutoCloseable stopAnswering() {
        silence.writeLock().lock();
        return silence.writeLock()::unlock;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                open.incrementAndGet();
                Thread.ofPlatform().daemon().start(() -> serve(client));
            }
        } catch (IOException e) {
            // The test has closed the server.
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answer(client, line, in);
            }
        } catch (IOException e) {
            // The client has disconnected.
        } finally {
            open.decrementAndGet();
        }
    }

    private void answer(Socket client, String line, BufferedReader in) throws IOException {
        int length = 0;
        String cookie = "";
        for (String field = in.readLine(); field != null && !field.isEmpty(); field = in.readLine()) {
            if (field.startsWith("Content-Length: ")) {
                length = Integer.parseInt(field.substring("Content-Length: ".length()));
            } else if (field.startsWith("Cookie: ")) {
                cookie = ";" + field.substring("Cookie: ".length());
            }
        }
        char[] body = new char[length];
        for (int read = 0; read < length; ) {
            read += in.read(body, read, length - read);
        }
        String path = line.split(" ", -1)[1];
        requests.add(line.split(" ", -1)[0] + " " + path + (length == 0 ? "" : " " + new String(body)) + cookie);
        silence.readLock().lock();
        try {
            client.getOutputStream().write(reply(path).getBytes(StandardCharsets.ISO_8859_1));
        } finally {
            silence.readLock().unlock();
        }
    }

    private static String reply(String path) {
        if (path.equals("/moved")) {
            return "HTTP/1.1 302 Found\r\nLocation: /home\r\nSet-Cookie: visit=1\r\nContent-Length: 0\r\n\r\n";
        }
        String body = path.equals("/missing") ? "no such page" : "<html>welcome</html>";
        return "HTTP/1.1 " + (path.equals("/missing") ? "404 Not Found" : "200 OK")
                + "\r\nContent-Type: text/html\r\nX-Part: a\r\nX-Part: b\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
