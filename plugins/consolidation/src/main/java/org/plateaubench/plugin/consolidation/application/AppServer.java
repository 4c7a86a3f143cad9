// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.application;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.plateaubench.plugin.consolidation.application.App.Call;
import org.plateaubench.plugin.consolidation.application.App.Reply;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.process.data.DataMarker;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/**
 * The HTTP server of an application. Addresses below {@code /harness/} are for the harness, which loads and counts the
 * data; all others are the application's.
 */
public final class AppServer implements AutoCloseable {
    static final String HARNESS = "/harness/";
    public static final String VISIT = "visit";

    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};
    private static final int MAX_BODY = 1 << 20;
    private static final int MAX_THREADS = 64;
    /** A connection must stay open during a user's longest pause. */
    private static final int MAX_IDLE_MILLIS = 600_000;

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final Server server;
    private final ServerConnector connector;

    /** State of an application, as the harness reads it; the marker is empty for none. */
    record State(String identity, Map<String, String> marker, Map<String, Long> counts) {}

    public AppServer(App app, String host, int port) throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS);
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("request-"));
        server = new Server(threads);
        connector = new ServerConnector(server);
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(MAX_IDLE_MILLIS);
        server.addConnector(connector);
        server.setHandler(new Requests(app));
        server.start();
    }

    /**
     * Runs an application until the process ends.
     *
     * @param arguments the port, where the harness starts the application on loopback, which then ends with the
     *     harness; or host and port
     */
    public static void run(App app, String[] arguments) throws Exception {
        boolean isEmbedded = arguments.length == 1;
        if (isEmbedded) {
            Lifeline.watch(STOP_TIMEOUT);
        }
        String host = isEmbedded ? EmbeddedService.HOST : arguments[0];
        try (AppServer site = new AppServer(app, host, Integer.parseInt(arguments[arguments.length - 1]))) {
            ReadyLine.announce(Integer.toString(site.port()));
            new CountDownLatch(1).await();
        }
    }

    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        LifeCycle.stop(server);
    }

    private static final class Requests extends Handler.Abstract {
        private final App app;
        private volatile Map<String, String> marker = Map.of();

        Requests(App app) {
            this.app = app;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Reply reply;
            try {
                Call call = call(request);
                reply = call.path().startsWith(HARNESS)
                        ? new Reply(
                                HttpStatus.OK_200,
                                "application/json",
                                App.JSON.writeValueAsBytes(harness(call)),
                                Map.of())
                        : app.answer(call).orElseThrow(() -> new IllegalArgumentException("there is no such address"));
            } catch (IllegalArgumentException | IOException | JacksonException e) {
                byte[] message = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
                reply = new Reply(HttpStatus.BAD_REQUEST_400, "text/plain; charset=utf-8", message, Map.of());
            }
            response.setStatus(reply.status());
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
            reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
            response.write(true, ByteBuffer.wrap(reply.body()), callback);
            return true;
        }

        private static Call call(Request request) throws IOException {
            byte[] body;
            try (InputStream in = Content.Source.asInputStream(request)) {
                body = in.readNBytes(MAX_BODY);
            }
            Map<String, String> fields = new HashMap<>();
            Request.extractQueryParameters(request).forEach(field -> fields.put(field.getName(), field.getValue()));
            String visit = Request.getCookies(request).stream()
                    .filter(cookie -> cookie.getName().equals(VISIT))
                    .map(HttpCookie::getValue)
                    .findFirst()
                    .orElse("");
            String tag = request.getHeaders().get(HttpHeader.IF_NONE_MATCH);
            return new Call(
                    request.getMethod(),
                    Request.getPathInContext(request),
                    fields,
                    body,
                    visit,
                    tag == null ? "" : tag);
        }

        private Object harness(Call call) {
            switch (call.path().substring(HARNESS.length())) {
                case "state" -> {
                    return state();
                }
                case "mark" -> marker = App.JSON.readValue(call.body(), TEXTS);
                case "load" -> app.load(DataMarker.ofFields(App.JSON.readValue(call.body(), TEXTS)));
                case "stored" -> {
                    Set<Long> identities = Set.of(App.JSON.readValue(call.body(), Long[].class));
                    return app.countStored(identities);
                }
                default -> throw new IllegalArgumentException("there is no such address");
            }
            return Map.of();
        }

        private State state() {
            long since = ManagementFactory.getRuntimeMXBean().getStartTime();
            String identity = "process " + ProcessHandle.current().pid() + " since " + Instant.ofEpochMilli(since);
            return new State(identity, marker, app.counts());
        }
    }
}
