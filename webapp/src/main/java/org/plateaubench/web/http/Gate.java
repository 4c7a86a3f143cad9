// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;

/** Identifies the caller before every route. Thread-safe. */
@FunctionalInterface
public interface Gate {
    /**
     * Returns the caller; its role is {@link Role#ANYONE} when the request has no credential. Otherwise the caller's streams
     * end when the credential no longer allows the route, by {@link Streams#openWhile}.
     *
     * @throws Problem 401 or 403 when the credential is not valid
     */
    Caller admit(Context context, RouteTable.Route route);
}
