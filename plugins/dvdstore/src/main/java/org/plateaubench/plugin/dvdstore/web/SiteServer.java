// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import java.time.Duration;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.plateaubench.process.EmbeddedService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The application on one port of loopback, from {@link #start} to {@link #close}. */
final class SiteServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SiteServer.class);
    private static final int MAX_THREADS = 64;

    /** A connection must stay open over a shopper's longest pause. */
    private static final Duration MAX_CONNECTION_IDLE = Duration.ofMinutes(5);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    private final StorePool pool;
    private final Server server;
    private final ServerConnector connector;

    /** Creates the application of a database, which does not listen yet. */
    SiteServer(int port, StorePool pool) {
        this.pool = pool;
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS);
        threads.setName("store");
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("store-request-"));
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost(EmbeddedService.HOST);
        connector.setPort(port);
        connector.setIdleTimeout(MAX_CONNECTION_IDLE.toMillis());
    }

    void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(new Storefront(pool));
        server.start();
    }

    int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.setStopTimeout(STOP_TIMEOUT.toMillis());
            server.stop();
        } catch (Exception e) {
            LOG.warn("the server did not stop cleanly", e);
        }
        pool.close();
    }
}
