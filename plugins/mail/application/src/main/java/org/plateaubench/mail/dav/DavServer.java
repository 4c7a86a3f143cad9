// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.time.Duration;
import java.time.InstantSource;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves calendars and address books on one port, from {@link #start} to {@link #close}. */
public final class DavServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DavServer.class);
    private static final int THREADS_AT_MOST = 64;
    private static final int HEADER_BYTES_AT_MOST = 8 * 1024;
    /** Least average rate of a body, bytes per second. */
    private static final long BYTES_PER_SECOND_AT_LEAST = 256;
    /**
     * Time after which an idle connection is closed, longer than most pauses of a user, so that connections are kept.
     */
    private static final Duration CONNECTION_IDLE_AT_MOST = Duration.ofMinutes(15);

    private static final Duration STOPPING_PATIENCE = Duration.ofSeconds(2);

    private final Server server;
    private final ServerConnector connector;

    /**
     * Creates the server, which does not listen yet.
     *
     * @param port 0 for a free one
     * @param password of every account
     * @param clock clock for the date of answers
     */
    public DavServer(String host, int port, String password, InstantSource clock) {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS_AT_MOST);
        threads.setName("dav");
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("dav-request-"));
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(HEADER_BYTES_AT_MOST);
        connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(CONNECTION_IDLE_AT_MOST.toMillis());
        connector.setAcceptedTcpNoDelay(true);
        server.addConnector(connector);
        server.setHandler(new MinimumDataRateHandler(
                new DavHandler(new DavStore(), password, clock), BYTES_PER_SECOND_AT_LEAST, 0));
    }

    /**
     * Begins to listen.
     *
     * @throws Exception when the port is not available
     */
    public void start() throws Exception {
        server.start();
    }

    /** Returns the port. */
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.setStopTimeout(STOPPING_PATIENCE.toMillis());
            server.stop();
        } catch (Exception e) {
            LOG.warn("the server did not stop in order", e);
        }
    }
}
