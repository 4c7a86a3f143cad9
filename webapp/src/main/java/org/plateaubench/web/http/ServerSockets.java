// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.config.JettyConfig;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The sockets of the console and what they take: HTTP/1.1, and HTTP/2 too where there is TLS. */
final class ServerSockets {
    /** Requests run on virtual threads; these accept, select and read heads. */
    private static final int THREADS = 24;

    private static final int SELECTORS = 1;
    private static final int ACCEPTORS = 1;

    private final ServerAddress address;

    ServerSockets(ServerAddress address) {
        this.address = address;
    }

    void addTo(JettyConfig jetty) {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("plateau-console");
        threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        jetty.threadPool = threads;
        jetty.modifyServer(server -> {
            server.setErrorHandler(new ServerErrors());
            server.addBean(new NetworkConnectionLimit(Limits.CONNECTIONS, server));
            server.setStopTimeout(0);
        });
        jetty.modifyHttpConfiguration(ServerSockets::limit);
        jetty.addConnector(this::connector);
    }

    private static void limit(HttpConfiguration http) {
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(Limits.HEADER_BYTES);
        // No encoded slash, dot or percent: a path is what it looks like.
        http.setUriCompliance(UriCompliance.DEFAULT);
    }

    private Connector connector(Server server, HttpConfiguration http) {
        ServerConnector connector = new ServerConnector(
                server, ACCEPTORS, SELECTORS, protocols(http).toArray(ConnectionFactory[]::new));
        connector.setHost(address.host());
        connector.setPort(address.port());
        connector.setIdleTimeout(Limits.IDLE.toMillis());
        return connector;
    }

    private List<ConnectionFactory> protocols(HttpConfiguration http) {
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        if (address.certificate().isEmpty()) {
            return List.of(plain);
        }
        ServerAddress.Certificate certificate = address.certificate().get();
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(certificate.keystore().toUri().toString());
        tls.setKeyStorePassword(certificate.password());
        // One certificate serves whatever name it was reached by: the names allowed are checked above it.
        SecureRequestCustomizer secure = new SecureRequestCustomizer(false);
        http.addCustomizer(secure);
        ALPNServerConnectionFactory choice = new ALPNServerConnectionFactory();
        choice.setDefaultProtocol(plain.getProtocol());
        List<ConnectionFactory> protocols = new ArrayList<>();
        protocols.add(new SslConnectionFactory(tls, choice.getProtocol()));
        protocols.add(choice);
        protocols.add(new HTTP2ServerConnectionFactory(http));
        protocols.add(plain);
        return protocols;
    }
}
