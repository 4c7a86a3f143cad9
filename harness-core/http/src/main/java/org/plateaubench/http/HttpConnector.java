// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/** Gives out connections, not yet open, each for one user. Any thread. */
@API(status = EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface HttpConnector {
    /** A new connection to an origin. */
    HttpConnection connection(HttpOrigin origin);

    /** What all connections of one user come from, where they share something with each other and with nobody else. */
    default HttpConnector ofUser() {
        return this;
    }
}
