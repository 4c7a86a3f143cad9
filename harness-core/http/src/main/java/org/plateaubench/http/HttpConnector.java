// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

/** Creates connections, which are not yet open. Thread-safe. */
@FunctionalInterface
public interface HttpConnector {
    /** Creates a connection to an origin. */
    HttpConnection connection(HttpOrigin origin);

    /**
     * Returns a connector for all connections of one user. They may share resources with each other, but not with
     * connections of other users.
     */
    default HttpConnector ofUser() {
        return this;
    }
}
