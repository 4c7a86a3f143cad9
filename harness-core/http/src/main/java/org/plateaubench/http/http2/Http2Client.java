// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http2;

import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.tls.TlsClient;

/** The HTTP/2 connections of a workload, which share their threads. Any thread; ended by {@link #close()}. */
public final class Http2Client implements AutoCloseable {
    private final Http2Transport transport;

    /**
     * Starts the client.
     *
     * @param tls TLS client for origins that are {@link HttpOrigin#secure()}
     */
    public Http2Client(HttpSettings settings, TlsClient tls) {
        transport = new Http2Transport(settings, tls);
    }

    /** A connector for one user: connections to one origin share a session. */
    public HttpConnector ofUser() {
        return new Http2User(transport);
    }

    /** Ends the threads. The users of the connections must close them before. */
    @Override
    public void close() {
        transport.close();
    }
}
