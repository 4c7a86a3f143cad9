// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.zip.GZIPOutputStream;

/** A small shop on loopback. */
final class Shop implements AutoCloseable {
    private final HttpServer server;
    private final ReentrantReadWriteLock stall = new ReentrantReadWriteLock();
    private final AtomicLong tokens = new AtomicLong();
    private final CyclicBarrier pair = new CyclicBarrier(2);
    private final AtomicLong orders = new AtomicLong();
    private volatile String misplaced = "";
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();

    Shop() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    String url() {
        return "http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort();
    }

    /** Method, target, some headers and body of each request so far. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** Number of connections that clients have open. */
    long connections() throws IOException {
        String establishedOnPort = "\\s*\\d+: [0-9A-F]+:%04X [0-9A-F]+:[0-9A-F]+ 01 .*"
                .formatted(server.getAddress().getPort());
        long open = 0;
        for (String table : List.of("tcp", "tcp6")) {
            open += Files.readAllLines(Path.of("/proc/net", table)).stream()
                    .filter(line -> line.matches(establishedOnPort))
                    .count();
        }
        return open;
    }

    /** Sends no responses until the result is closed by the same thread. */
    AutoCloseable stall() {
        stall.writeLock().lock();
        return stall.writeLock()::unlock;
    }

    /** Answers requests of a path with another page until the result is closed. */
    AutoCloseable misplace(String path) {
        misplaced = path;
        return () -> misplaced = "";
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + header(exchange, "Cookie")
                + header(exchange, "Authorization") + header(exchange, "Content-Type") + header(exchange, "X-Test")
                + header(exchange, "If-None-Match")
                + (body.isEmpty() ? "" : " | " + body));
        stall.readLock().lock();
        try {
            String path = exchange.getRequestURI().getPath();
            answer(exchange, path.equals(misplaced) ? "/page" : path);
            exchange.close();
        } finally {
            stall.readLock().unlock();
        }
    }

    private void awaitPair() throws IOException {
        try {
            pair.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IOException("only one of two requests arrived", e);
        }
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : " " + name + "=" + value;
    }

    private void answer(HttpExchange exchange, String path) throws IOException {
        switch (path) {
            case "/page" -> send(exchange, 200, "text/html", """
                    <html><h1>Page</h1><script src="/script.js"></script><link rel="stylesheet" href="/style.css">
                    <img src="pair/a.png"><img src="/pair/b.png"><img src="/pair/b.png">
                    <img src="http://192.0.2.1/far.png"><img src="data:image/png;base64,AA=="></html>""");
            case "/incomplete" -> send(exchange, 200, "text/html", "<img src=/missing>");
            case "/script.js" -> redirect(exchange, "/script-2.js");
            case "/elsewhere" -> send(exchange, 200, "text/html", "<script src=/moved.js></script>");
            case "/moved.js" -> redirect(exchange, "http://192.0.2.1/far.js");
            case "/style.css" -> {
                exchange.getResponseHeaders().add("ETag", "\"v1\"");
                if (exchange.getRequestHeaders().containsKey("If-None-Match")) {
                    exchange.sendResponseHeaders(304, -1);
                } else {
                    send(exchange, 200, "text/css", "a {}");
                }
            }
            case "/pair/a.png", "/pair/b.png" -> {
                awaitPair();
                exchange.getResponseHeaders().add("Cache-Control", "max-age=60");
                send(exchange, 200, "image/png", "png");
            }
            case "/token" -> {
                boolean isAuthorized = header(exchange, "Authorization").endsWith(" Y2xpZW50OnMlM0FzZWNyZXQ=");
                String token = "{\"access_token\": \"t-" + tokens.incrementAndGet() + "\", \"expires_in\": 100}";
                send(
                        exchange,
                        isAuthorized ? 200 : 401,
                        "application/json",
                        isAuthorized ? token : "{\"error\": \"invalid_client\"}");
            }
            case "/login" -> {
                exchange.getResponseHeaders().add("Set-Cookie", "session=s1; Path=/");
                redirect(exchange, "/account");
            }
            case "/loop" -> redirect(exchange, "/loop?" + requests.size());
            case "/away" -> redirect(exchange, "http://192.0.2.1/");
            case "/products" -> send(exchange, 200, "text/html", """
                    <html><h1>Products</h1><a class="product" href="product?id=7">no 17</a></html>""");
            case "/product" -> send(exchange, 200, "application/json", """
                    {"id": 7, "total": 12.5, "tags": ["a", "b"]}""");
            case "/orders" ->
                send(exchange, orders.incrementAndGet() % 2 == 0 ? 409 : 201, "application/json", "{\"count\": 1}");
            case "/gzip" -> {
                exchange.getResponseHeaders().add("Content-Encoding", "gzip");
                send(exchange, 200, "text/plain", "compressed");
            }
            case "/broken" -> send(exchange, 200, "text/html", "<h1>Internal error</h1>");
            case "/latin" -> send(exchange, 200, "text/plain; charset=\"iso-8859-1\"; x=y", "\u00fc");
            case "/deep" -> send(exchange, 200, "text/html", "<div>".repeat(400) + "<p>".repeat(400));
            case "/nowhere" -> redirect(exchange, "http://[::bad");
            case "/large" -> send(exchange, 200, "text/plain", "x".repeat(300_000));
            case "/missing" -> send(exchange, 404, "text/plain", "");
            default -> {
                exchange.getResponseHeaders().add("X-Token", "t-1");
                send(exchange, 200, "text/html; charset=utf-8", "<h1>Welcome</h1>");
            }
        }
    }

    private static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().add("Location", to);
        exchange.sendResponseHeaders(302, -1);
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        if (exchange.getResponseHeaders().containsKey("Content-Encoding")) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream gzip = new GZIPOutputStream(packed)) {
                gzip.write(bytes);
            }
            bytes = packed.toByteArray();
        }
        boolean none = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, none ? -1 : bytes.length);
        if (!none) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
