// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http2;

import java.util.HashMap;
import java.util.Map;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpOrigin;

/** The source of one user's connections. */
final class Http2User implements HttpConnector {
    private final Http2Transport transport;
    private final Map<HttpOrigin, SharedSession> sessions = new HashMap<>();

    Http2User(Http2Transport transport) {
        this.transport = transport;
    }

    @Override
    public synchronized HttpConnection connection(HttpOrigin origin) {
        return new Http2Connection(
                sessions.computeIfAbsent(origin, o -> new SharedSession(transport, o)), transport.settings());
    }
}
