// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.plateaubench.app.metric.PrometheusText;

/**
 * Serves metrics at {@code /metrics} over plain HTTP without authentication, on one thread that is not used for load. A
 * client that does not finish its request within seconds is disconnected.
 */
final class MetricsEndpoint implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String PATH = "/metrics";
    private static final int MOST_WAITING = 16;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int MOST_PORT = 65_535;

    static {
        // The server's own classes read these once: longest request, answer and idle time, in seconds, and greatest
        // number of connections.
        System.setProperty("jdk.httpserver.maxConnections", "32");
        System.setProperty("sun.net.httpserver.idleInterval", "10");
        System.setProperty("sun.net.httpserver.maxReqTime", "5");
        System.setProperty("sun.net.httpserver.maxRspTime", "5");
    }

    private final HttpServer server;
    private final ExecutorService thread;

    private MetricsEndpoint(HttpServer server, ExecutorService thread) {
        this.server = server;
        this.thread = thread;
    }

    /** The address {@code PORT} (on loopback) or {@code ADDRESS:PORT}; empty if the text has neither form. */
    static Optional<InetSocketAddress> address(String text) {
        String whole = text.matches("[0-9]{1,5}") ? LOOPBACK + ":" + text : text;
        try {
            URI uri = new URI("http://" + whole);
            boolean usable = uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getPort() >= 0
                    && uri.getPort() <= MOST_PORT
                    && uri.getRawAuthority().equals(whole);
            return usable ? Optional.of(new InetSocketAddress(uri.getHost(), uri.getPort())) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    static MetricsEndpoint open(InetSocketAddress address, Supplier<String> metrics) throws IOException {
        HttpServer server;
        try {
            server = HttpServer.create(address, MOST_WAITING);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "Metrics cannot be served at " + address.getHostString() + ":" + address.getPort() + ": "
                            + e.getMessage() + ".",
                    e);
        }
        ExecutorService thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("plateau-metrics").factory());
        server.setExecutor(thread);
        server.createContext("/", exchange -> answer(exchange, metrics));
        server.start();
        return new MetricsEndpoint(server, thread);
    }

    private static void answer(HttpExchange exchange, Supplier<String> metrics) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.sendResponseHeaders(NOT_ALLOWED, -1);
            } else {
                byte[] text = metrics.get().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", PrometheusText.PROMETHEUS.contentType());
                exchange.sendResponseHeaders(OK, text.length);
                exchange.getResponseBody().write(text);
            }
        }
    }

    /** The address at which it serves, such as {@code http://127.0.0.1:9464/metrics}. */
    String place() {
        InetSocketAddress bound = server.getAddress();
        String host = bound.getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort() + PATH;
    }

    @Override
    public void close() {
        server.stop(0);
        thread.shutdownNow();
    }
}
