// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.JettyConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.json.JsonMapper;
import io.javalin.router.Endpoint;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import java.io.IOException;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HostHeaderCustomizer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/** The HTTP server in front of all packages: its limits, its gate and its answers. Thread-safe. */
public final class WebServer implements AutoCloseable {
    /** Javalin would use it for routing, which would bypass a proxy that permits only reading requests. */
    private static final String OTHER_METHOD = "X-HTTP-Method-Override";

    /** Longest time for which a signed-out user still receives events, seconds. */
    private static final long STREAM_CHECKS_SECONDS = 30;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("plateau-console-timer").factory());
    private final ScheduledFuture<?> streamChecks;
    private final Javalin server;
    private final URI address;

    /**
     * The limits on connections and requests. Immutable.
     *
     * @param connections maximum number of open connections; others wait
     * @param bodyBytesPerSecond lowest rate at which a body may arrive, bytes/s
     */
    public record Limits(long bodyBytes, int headerBytes, int connections, Duration idle, long bodyBytesPerSecond) {
        /** The usual limits. Run files are a few kilobytes; live views send a comment every 15 s. */
        public static final Limits DEFAULT = new Limits(2 << 20, 16 << 10, 1_000, Duration.ofSeconds(30), 100);
    }

    /** The address of a console's server: port 0 is any free one, and it may have additional host names. */
    public record Address(String host, int port, List<String> allowedHosts, Optional<Certificate> certificate) {
        public Address {
            allowedHosts = List.copyOf(allowedHosts);
        }

        public record Certificate(Path keystore, String password) {
            @Override
            public String toString() {
                return "Certificate[" + keystore + "]";
            }
        }
    }

    private WebServer(Javalin server, URI address, Streams streams) {
        this.server = server;
        this.address = address;
        streamChecks = timer.scheduleWithFixedDelay(
                streams::endInvalid, STREAM_CHECKS_SECONDS, STREAM_CHECKS_SECONDS, TimeUnit.SECONDS);
    }

    public static WebServer start(
            Address address, RouteTable table, Gate gate, Journal journal, Consumer<JavalinConfig> files, Limits limits)
            throws IOException {
        Failures failures = new Failures();
        Guard guard = new Guard(gate, journal, failures);
        Hosts hosts = new Hosts(address.host(), address.allowedHosts());
        Javalin server = Javalin.create(config -> {
            configure(config, limits);
            new ServerSockets(address, limits, journal).addTo(config.jetty);
            addChecks(config, hosts, limits, journal);
            table.routes().forEach(route -> addRoute(config, route, guard.before(route)));
            config.routes.addEndpoint(Endpoint.create(HandlerType.AFTER, "*")
                    .handler(context -> Body.readRest(context, limits.bodyBytes())));
            files.accept(config);
            config.routes.exception(Exception.class, failures::handle);
            // Javalin answers these in a different form unless they are handled here.
            config.routes.exception(HttpResponseException.class, failures::handle);
            config.router.javaLangErrorHandler(failures::answerError);
        });
        try {
            server.start();
        } catch (JavalinBindException e) {
            server.stop();
            throw new IOException(
                    "port " + address.port() + " of " + address.host() + " is in use or not permitted ("
                            + rootMessage(e) + "); choose another with --port",
                    e);
        } catch (JavalinException e) {
            server.stop();
            throw new IOException("the console cannot serve: " + rootMessage(e), e);
        }
        String scheme = address.certificate().isPresent() ? "https" : "http";
        String host = address.host().contains(":") ? "[" + address.host() + "]" : address.host();
        return new WebServer(server, URI.create(scheme + "://" + host + ":" + server.port() + "/"), table.streams());
    }

    private static void configure(JavalinConfig config, Limits limits) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.concurrency.useVirtualThreads = true;
        config.http.prefer405over404 = true;
        config.http.maxRequestSize = limits.bodyBytes();
        config.http.compressionStrategy = CompressionStrategy.GZIP;
        config.router.ignoreTrailingSlashes = false;
        config.jsonMapper(new JsonMapper() {
            @Override
            public String toJsonString(Object value, Type type) {
                return Documents.line(value);
            }
        });
    }

    private static void addChecks(JavalinConfig config, Hosts hosts, Limits limits, Journal journal) {
        config.routes.addEndpoint(Endpoint.create(HandlerType.BEFORE, "*").handler(context -> {
            SecurityHeaders.addTo(context);
            try {
                check(context, hosts, limits);
            } catch (Problem problem) {
                journal.write(Journal.Entry.unrouted(
                        context.req().getMethod(), problem.status() + " " + problem.getMessage(), context.ip()));
                throw problem;
            }
        }));
    }

    private static void check(Context context, Hosts hosts, Limits limits) {
        hosts.check(context);
        if (context.header(OTHER_METHOD) != null) {
            throw new Problem(
                    400, "The header " + OTHER_METHOD + " is not accepted: send the request by its own method.");
        }
        if (context.req().getContentLengthLong() > limits.bodyBytes()) {
            // Javalin finds this out when it has read as much. Unread bytes would be taken for the next request.
            throw new Problem(413, "The request is too large.", List.of(), Map.of("Connection", "close"));
        }
    }

    private static void addRoute(JavalinConfig config, RouteTable.Route route, Handler handler) {
        config.routes.addEndpoint(Endpoint.create(route.method(), route.path()).handler(handler));
        if (route.method().equals(HandlerType.GET) && !route.isStream()) {
            config.routes.addEndpoint(
                    Endpoint.create(HandlerType.HEAD, route.path()).handler(handler));
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null
                ? cause.getClass().getSimpleName().toLowerCase(Locale.ROOT)
                : cause.getMessage();
    }

    public URI address() {
        return address;
    }

    @Override
    public void close() {
        streamChecks.cancel(false);
        timer.shutdownNow();
        server.stop();
    }

    /**
     * The host names under which the console may be addressed. A page of another origin can make its own name resolve
     * to this host (DNS rebinding); its requests then carry that name. Immutable.
     */
    private static final class Hosts {
        private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
        private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "[::]");

        private final Set<String> names = new HashSet<>(LOOPBACK);
        private final boolean anyAddress;

        Hosts(String host, List<String> allowed) {
            names.add(bracketed(host));
            allowed.forEach(name -> names.add(bracketed(name)));
            anyAddress = EVERYWHERE.contains(bracketed(host));
        }

        private static String bracketed(String host) {
            String lower = host.toLowerCase(Locale.ROOT);
            return lower.contains(":") && !lower.startsWith("[") ? "[" + lower + "]" : lower;
        }

        /** Refuses a request that names another host. */
        void check(Context context) {
            String authority = context.header("Host");
            if (authority == null || !isOurs(nameOf(authority))) {
                throw new Problem(
                        421,
                        "The console does not answer under this name; start it with --allowed-host NAME if it should.");
            }
        }

        private boolean isOurs(String name) {
            // Rebinding needs a name; a page under an address is safe from it.
            return names.contains(name) || (anyAddress && (name.matches("\\d+(?:\\.\\d+){3}") || name.startsWith("[")));
        }

        private static String nameOf(String authority) {
            int colon = authority.lastIndexOf(':');
            boolean hasPort = colon > authority.lastIndexOf(']');
            return (hasPort ? authority.substring(0, colon) : authority).toLowerCase(Locale.ROOT);
        }
    }

    /** The server sockets of the console: HTTP/1.1, and also HTTP/2 over TLS. */
    private static final class ServerSockets {
        /** Requests run on virtual threads; these threads accept, select and read request headers. */
        private static final int THREADS = 24;

        private static final int SELECTORS = 1;
        private static final int ACCEPTORS = 1;

        /** Idle time-out while all connections are taken. */
        private static final Duration CROWDED_IDLE = Duration.ofSeconds(2);

        private final Address address;
        private final Limits limits;
        private final Journal journal;

        ServerSockets(Address address, Limits limits, Journal journal) {
            this.address = address;
            this.limits = limits;
            this.journal = journal;
        }

        void addTo(JettyConfig jetty) {
            QueuedThreadPool threads = new QueuedThreadPool(THREADS);
            threads.setName("plateau-console");
            threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
            jetty.threadPool = threads;
            jetty.modifyServer(server -> {
                server.setErrorHandler(new ServerErrors(journal));
                NetworkConnectionLimit connections = new NetworkConnectionLimit(limits.connections(), server);
                connections.setEndPointIdleTimeout(CROWDED_IDLE.toMillis());
                server.addBean(connections);
                server.setStopTimeout(0);
            });
            jetty.modifyHttpConfiguration(this::limit);
            jetty.addConnector(this::connector);
        }

        /**
         * Sets the limits of Jetty. Its successor of the minimum data rate, {@code MinimumDataRateHandler}, compares
         * the rate with the bytes of all requests together.
         */
        @SuppressWarnings("removal")
        private void limit(HttpConfiguration http) {
            http.setMinRequestDataRate(limits.bodyBytesPerSecond());
            http.setSendServerVersion(false);
            http.setSendXPoweredBy(false);
            http.setRequestHeaderSize(limits.headerBytes());
            // Refuses encoded slashes, dots and percent signs, because they hide the real path.
            http.setUriCompliance(UriCompliance.DEFAULT);
        }

        private Connector connector(Server server, HttpConfiguration http) {
            ServerConnector connector = new ServerConnector(
                    server, ACCEPTORS, SELECTORS, protocols(http).toArray(ConnectionFactory[]::new));
            connector.setHost(address.host());
            connector.setPort(address.port());
            connector.setIdleTimeout(limits.idle().toMillis());
            return connector;
        }

        private List<ConnectionFactory> protocols(HttpConfiguration http) {
            HttpConnectionFactory plain = new HttpConnectionFactory(http);
            if (address.certificate().isEmpty()) {
                return List.of(plain);
            }
            Address.Certificate certificate = address.certificate().get();
            SslContextFactory.Server tls = new SslContextFactory.Server();
            tls.setKeyStorePath(certificate.keystore().toUri().toString());
            tls.setKeyStorePassword(certificate.password());
            // One certificate serves every name: the host name is checked at a higher level.
            SecureRequestCustomizer secure = new SecureRequestCustomizer(false);
            http.addCustomizer(secure);
            ALPNServerConnectionFactory choice = new ALPNServerConnectionFactory();
            choice.setDefaultProtocol(plain.getProtocol());
            List<ConnectionFactory> protocols = new ArrayList<>();
            protocols.add(new SslConnectionFactory(tls, choice.getProtocol()));
            protocols.add(choice);
            protocols.add(new HTTP2ServerConnectionFactory(named(http)));
            protocols.add(plain);
            return protocols;
        }

        /** Adds the header Host to requests of HTTP/2, which state the name in a separate field. */
        private static HttpConfiguration named(HttpConfiguration http) {
            HttpConfiguration named = new HttpConfiguration(http);
            named.addCustomizer(new HostHeaderCustomizer());
            return named;
        }

        /** Answers failures before a request reaches a route, such as a malformed request. */
        private static final class ServerErrors extends ErrorHandler {
            private final Journal journal;

            ServerErrors(Journal journal) {
                this.journal = journal;
            }

            @Override
            protected void generateResponse(
                    Request request,
                    Response response,
                    int code,
                    @Nullable String message,
                    @Nullable Throwable cause,
                    Callback callback) {
                // Jetty calls it a failure of the server when the console ends a request that is too slow.
                Problem problem = Failures.isLate(cause) ? Failures.late() : malformed(code);
                response.setStatus(problem.status());
                setHeaders(response.getHeaders());
                try {
                    journal.write(Journal.Entry.unrouted(
                            request.getMethod(),
                            problem.status() + " " + HttpStatus.getMessage(problem.status()),
                            Request.getRemoteAddr(request)));
                } finally {
                    response.write(true, ByteBuffer.wrap(Failures.document(problem)), callback);
                }
            }

            /** Jetty would answer methods other than GET, POST and HEAD without a body. */
            @Override
            public boolean errorPageForMethod(String method) {
                return true;
            }

            private static void setHeaders(HttpFields.Mutable fields) {
                fields.put(new HttpField(HttpHeader.CONTENT_TYPE, Failures.TYPE));
                fields.put(new HttpField("X-Content-Type-Options", "nosniff"));
                fields.put(new HttpField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"));
                fields.put(new HttpField(HttpHeader.CACHE_CONTROL, "no-store"));
            }

            private static Problem malformed(int status) {
                return new Problem(
                        status,
                        "The server refused the request: send a path without encoded slashes or dots, and headers that"
                                + " are well-formed and short.");
            }
        }
    }
}
