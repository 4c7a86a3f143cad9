// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.address.WebAddress;

/** A Jetty server on a real socket, with the pages of a test. It records the requests. */
final class WebSite implements AutoCloseable {
    private final Server server = new Server();
    private final HttpConfiguration configuration = new HttpConfiguration();
    private final ServerConnector connector = new ServerConnector(
            server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
    private final Map<String, Route> routes = new ConcurrentHashMap<>();
    private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger mostRunning = new AtomicInteger();

    /** Answers requests for one path. */
    @FunctionalInterface
    interface Route {
        void answer(ReceivedRequest request, Reply reply) throws Exception;
    }

    /** A received request. */
    record ReceivedRequest(String method, String target, Map<String, List<String>> headers, ByteBuffer content) {
        byte[] body() {
            byte[] bytes = new byte[content.remaining()];
            content.duplicate().get(bytes);
            return bytes;
        }

        @Nullable
        String header(String name) {
            List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
            return values == null ? null : String.join(", ", values);
        }

        String text() {
            return new String(body(), StandardCharsets.UTF_8);
        }
    }

    /** A response that a route fills in. */
    static final class Reply {
        private final Response response;
        private byte[] body = {};

        Reply(Response response) {
            this.response = response;
        }

        Reply status(int status) {
            response.setStatus(status);
            return this;
        }

        Reply header(String name, String value) {
            response.getHeaders().add(name, value);
            return this;
        }

        Reply html(String text) {
            header("Content-Type", "text/html;charset=utf-8");
            return body(text.getBytes(StandardCharsets.UTF_8));
        }

        Reply body(byte[] bytes) {
            body = bytes;
            return this;
        }
    }

    WebSite() throws Exception {
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                serve(request, response, callback);
                return true;
            }
        });
        server.start();
    }

    private void serve(Request request, Response response, Callback callback) throws Exception {
        byte[] body = Content.Source.asInputStream(request).readAllBytes();
        Map<String, List<String>> headers = new ConcurrentHashMap<>();
        for (HttpField field : request.getHeaders()) {
            headers.computeIfAbsent(field.getLowerCaseName(), name -> new ArrayList<>())
                    .add(String.valueOf(field.getValue()));
        }
        ReceivedRequest received = new ReceivedRequest(
                request.getMethod(), request.getHttpURI().getPathQuery(), headers, ByteBuffer.wrap(body));
        requests.add(received);
        mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            Reply reply = new Reply(response);
            Route route = routes.get(request.getHttpURI().getPath());
            if (route == null) {
                reply.status(404);
            } else {
                route.answer(received, reply);
            }
            response.write(true, ByteBuffer.wrap(reply.body), callback);
        } finally {
            running.decrementAndGet();
        }
    }

    WebSite on(String path, Route route) {
        routes.put(path, route);
        return this;
    }

    /** Adds this number of parts of a page, all with the same response, and returns their addresses. */
    List<WebAddress> parts(int count, Route route) {
        return parts("/part/", count, route);
    }

    List<WebAddress> parts(String path, int count, Route route) {
        List<WebAddress> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            on(path + i, route);
            parts.add(address(path + i));
        }
        return parts;
    }

    WebSite page(String path, String html) {
        return on(path, (request, reply) -> reply.html(html));
    }

    HttpOrigin origin() {
        return origin("127.0.0.1");
    }

    /** The same server under another name of this machine. */
    HttpOrigin origin(String host) {
        return new HttpOrigin("http", host, connector.getLocalPort());
    }

    WebAddress address(String target) {
        return new WebAddress(origin(), target);
    }

    List<ReceivedRequest> requests() {
        return requests;
    }

    ReceivedRequest last() {
        return requests.getLast();
    }

    int mostRunning() {
        return mostRunning.get();
    }

    int running() {
        return running.get();
    }

    int connections() {
        return connector.getConnectedEndPoints().size();
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server does not stop", e);
        }
    }
}
