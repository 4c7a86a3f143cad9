// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.TlsClient;

/** The source of connections for the users of a workload. Each workload session needs one. Thread-safe. */
public final class HttpConnections implements HttpConnector, AutoCloseable {
    private final HttpSettings settings;
    private @Nullable TlsClient tls;
    private @Nullable Http2Client http2;

    /** Creates a source of connections with the given settings. */
    public HttpConnections(HttpSettings settings) {
        this.settings = settings;
    }

    /** The settings of the connections. */
    public HttpSettings settings() {
        return settings;
    }

    /**
     * Returns a connector for one user. With HTTP/2, its connections to one origin share a session; with HTTP/1.1, each
     * connection has its own socket.
     */
    @Override
    public HttpConnector ofUser() {
        return settings.protocol() == HttpSettings.Protocol.HTTP2 ? http2().ofUser() : this;
    }

    /** Creates a connection that does not share its socket. */
    @Override
    public HttpConnection connection(HttpOrigin origin) {
        if (settings.protocol() == HttpSettings.Protocol.HTTP2) {
            return ofUser().connection(origin);
        }
        return new Http1Connection(origin, settings, origin.secure() ? tls() : null);
    }

    private synchronized TlsClient tls() {
        TlsClient result = tls;
        if (result == null) {
            result = TlsClient.of(settings.trust(), settings.identity());
            tls = result;
        }
        return result;
    }

    private synchronized Http2Client http2() {
        Http2Client result = http2;
        if (result == null) {
            result = new Http2Client(settings, tls());
            http2 = result;
        }
        return result;
    }

    /** Releases the resources that connections share, including threads. The connections must be closed before. */
    @Override
    public synchronized void close() {
        if (http2 != null) {
            http2.close();
            http2 = null;
        }
    }
}
