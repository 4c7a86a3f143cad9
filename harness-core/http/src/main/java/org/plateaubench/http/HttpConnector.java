// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/** Gives out unopened connections, each for one user. Any thread. */
@API(status = EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface HttpConnector {
    /** A new connection to an origin. */
    HttpConnection connection(HttpOrigin origin);

    /**
     * A connector for all connections of one user, which may share resources with each other but not with other users.
     */
    default HttpConnector ofUser() {
        return this;
    }
}
