// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.TlsClient;

/** The HTTP/2 client of a workload, whose connections share threads. Thread-safe. */
final class Http2Client implements AutoCloseable {
    private static final int MAX_THREADS = 16;
    private static final int WINDOW_BYTES = 1 << 20;
    private static final int NO_TIMEOUT = 0;
    private static final String LOG_VERBOSITY = "slf4j.internal.verbosity";

    static {
        // The library logs through SLF4J, which would print three lines about a missing backend on the terminal.
        if (System.getProperty(LOG_VERBOSITY) == null) {
            System.setProperty(LOG_VERBOSITY, "ERROR");
        }
    }

    private final HttpSettings settings;
    private final SslContextFactory.Client tls = new SslContextFactory.Client();
    private final HTTP2Client client = new HTTP2Client();

    /**
     * Starts the client.
     *
     * @param tlsClient TLS client for {@linkplain HttpOrigin#secure() secure} origins
     */
    Http2Client(HttpSettings settings, TlsClient tlsClient) {
        this.settings = settings;
        tls.setSslContext(tlsClient.context());
        tls.setEndpointIdentificationAlgorithm(tlsClient.namesAreChecked() ? "HTTPS" : null);
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 2);
        threads.setName("http2");
        threads.setDaemon(true);
        client.setExecutor(threads);
        client.addBean(threads);
        client.addBean(tls);
        client.setSelectors(1);
        client.setConnectTimeout(settings.connectTimeout().toMillis());
        client.setIdleTimeout(NO_TIMEOUT);
        client.setStreamIdleTimeout(NO_TIMEOUT);
        client.setInitialStreamRecvWindow(WINDOW_BYTES);
        client.setInitialSessionRecvWindow(2 * WINDOW_BYTES);
        client.setMaxResponseHeadersSize(settings.maxHeaderBytes());
        try {
            withOwnClassLoader(() -> {
                client.start();
                return client;
            });
        } catch (Exception e) {
            throw new IllegalStateException("HTTP/2 cannot be started: " + e.getMessage(), e);
        }
    }

    /** Returns a connector for one user, whose connections to one origin share a session. */
    HttpConnector ofUser() {
        Map<HttpOrigin, SharedSession> sessions = new ConcurrentHashMap<>();
        return origin -> new Http2Connection(
                sessions.computeIfAbsent(origin, to -> new SharedSession(to, () -> connect(to))), settings);
    }

    /** Begins to connect. */
    private CompletableFuture<Session> connect(HttpOrigin origin) throws Exception {
        InetSocketAddress address = new InetSocketAddress(origin.host(), origin.port());
        Session.Listener listener = new Session.Listener() {};
        return withOwnClassLoader(
                () -> origin.secure() ? client.connect(tls, address, listener) : client.connect(address, listener));
    }

    /** Executes work with this class's loader as the thread's class loader, through which the library loads classes. */
    private static <T> T withOwnClassLoader(Callable<T> work) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(Http2Client.class.getClassLoader());
        try {
            return work.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Ends the threads. The connections must be closed before. */
    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException("HTTP/2 cannot be stopped: " + e.getMessage(), e);
        }
    }
}
