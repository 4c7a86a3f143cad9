// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.router.Endpoint;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
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

/** The HTTP server in front of all packages: its limits, its gate and its answers. Any thread. */
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
     * @param bodyBytes largest body, bytes
     * @param headerBytes largest head of a request, bytes
     * @param connections most open connections; others wait
     * @param idle time after which an idle connection is closed
     * @param bodyBytesPerSecond lowest rate at which a body may arrive, bytes/s
     */
    public record Limits(long bodyBytes, int headerBytes, int connections, Duration idle, long bodyBytesPerSecond) {
        /** The usual limits. Run files are a few kilobytes; live views send a comment every 15 s. */
        public static final Limits USUAL = new Limits(2 << 20, 16 << 10, 1_000, Duration.ofSeconds(30), 100);
    }

    /**
     * The address of a console's server. Immutable.
     *
     * @param host interface
     * @param port port, 0 for any that is free
     * @param allowedHosts additional host names under which it may be addressed
     * @param certificate certificate for TLS; empty for no TLS
     */
    public record Address(String host, int port, List<String> allowedHosts, Optional<Certificate> certificate) {
        public Address {
            allowedHosts = List.copyOf(allowedHosts);
        }

        /**
         * A certificate with its key.
         *
         * @param keystore file, PKCS 12
         * @param password password of it
         */
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

    /**
     * Starts a server.
     *
     * @param files adds the files that are served beside the routes
     * @throws IOException with a message for the user when it cannot serve at the address
     */
    public static WebServer start(
            Address address, RouteTable table, Gate gate, Journal journal, Consumer<JavalinConfig> files, Limits limits)
            throws IOException {
        Failures failures = new Failures();
        Guard guard = new Guard(gate, journal, failures);
        Hosts hosts = new Hosts(address.host(), address.allowedHosts());
        Javalin server = Javalin.create(config -> {
            settings(config, limits);
            new ServerSockets(address, limits, journal).addTo(config.jetty);
            before(config, hosts, limits, journal);
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

    private static void settings(JavalinConfig config, Limits limits) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.concurrency.useVirtualThreads = true;
        config.http.prefer405over404 = true;
        config.http.maxRequestSize = limits.bodyBytes();
        config.http.compressionStrategy = CompressionStrategy.GZIP;
        config.router.ignoreTrailingSlashes = false;
        config.jsonMapper(new Json());
    }

    private static void before(JavalinConfig config, Hosts hosts, Limits limits, Journal journal) {
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

    /** Returns the address of the server. */
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
     * The host names under which the console may be addressed. A page of another origin can make its own name resolve to
     * this host (DNS rebinding); its requests then carry that name. Immutable.
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
}
