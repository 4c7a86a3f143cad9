// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.http1.Http1Connection;
import org.plateaubench.http.tls.TlsClient;

/** What the users of a workload get their connections from: one per workload session. Any thread. */
@API(status = EXPERIMENTAL, since = "0.1")
public final class HttpConnections implements HttpConnector, AutoCloseable {
    private final HttpSettings settings;
    private @Nullable TlsClient tls;

    /** Connections with these settings. */
    public HttpConnections(HttpSettings settings) {
        this.settings = settings;
    }

    /** How connections behave. */
    public HttpSettings settings() {
        return settings;
    }

    @Override
    public HttpConnection connection(HttpOrigin origin) {
        return new Http1Connection(origin, settings, origin.secure() ? tls() : null);
    }

    private synchronized TlsClient tls() {
        TlsClient made = tls;
        if (made == null) {
            made = TlsClient.of(settings.trust());
            tls = made;
        }
        return made;
    }

    /** Lets go of what connections share. The connections themselves are closed by those who use them, before. */
    @Override
    public void close() {}
}
