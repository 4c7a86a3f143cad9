// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

/** Gives out unopened connections, each for one user. Any thread. */
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
