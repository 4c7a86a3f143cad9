// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.config.JettyConfig;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

/** The server sockets of the console: HTTP/1.1, and also HTTP/2 over TLS. */
final class ServerSockets {
    /** Requests run on virtual threads; these threads accept, select and read heads. */
    private static final int THREADS = 24;

    private static final int SELECTORS = 1;
    private static final int ACCEPTORS = 1;

    /** Idle time-out while all connections are taken. */
    private static final Duration CROWDED_IDLE = Duration.ofSeconds(2);

    private final WebServer.Address address;
    private final WebServer.Limits limits;
    private final Journal journal;

    ServerSockets(WebServer.Address address, WebServer.Limits limits, Journal journal) {
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
     * Sets the limits of Jetty. Its successor of the minimum data rate, {@code MinimumDataRateHandler}, compares the rate
     * with the bytes of all requests together.
     */
    @SuppressWarnings("removal")
    private void limit(HttpConfiguration http) {
        http.setMinRequestDataRate(limits.bodyBytesPerSecond());
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(limits.headerBytes());
        // Encoded slashes, dots and percent signs are refused, so that a path means what it shows.
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
        WebServer.Address.Certificate certificate = address.certificate().get();
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

        /**
         * Creates the answers.
         *
         * @param journal records the refused requests
         */
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
            Problem problem = Failures.isLate(cause) ? Failures.late() : notTaken(code);
            response.setStatus(problem.status());
            headers(response.getHeaders());
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

        private static void headers(HttpFields.Mutable fields) {
            fields.put(new HttpField(HttpHeader.CONTENT_TYPE, Failures.TYPE));
            fields.put(new HttpField("X-Content-Type-Options", "nosniff"));
            fields.put(new HttpField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"));
            fields.put(new HttpField(HttpHeader.CACHE_CONTROL, "no-store"));
        }

        private static Problem notTaken(int status) {
            return new Problem(
                    status,
                    "The server did not take the request: send a path without encoded slashes or dots, and headers that"
                            + " are well-formed and short.");
        }
    }
}
