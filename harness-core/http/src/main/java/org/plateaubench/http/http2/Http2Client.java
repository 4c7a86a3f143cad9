// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http2;

import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.tls.TlsClient;

/** The HTTP/2 client of a workload, whose connections share threads. Any thread. */
public final class Http2Client implements AutoCloseable {
    private final Http2Transport transport;

    /**
     * Starts the client.
     *
     * @param tls TLS client for {@linkplain HttpOrigin#secure() secure} origins
     */
    public Http2Client(HttpSettings settings, TlsClient tls) {
        transport = new Http2Transport(settings, tls);
    }

    /** Returns a connector for one user, whose connections to one origin share a session. */
    public HttpConnector ofUser() {
        return new Http2User(transport);
    }

    /** Ends the threads. The connections must be closed before. */
    @Override
    public void close() {
        transport.close();
    }
}
