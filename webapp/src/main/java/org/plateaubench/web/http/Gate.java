// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.util.function.BooleanSupplier;

/** Identifies the caller before every route. Any thread. */
@FunctionalInterface
public interface Gate {
    /**
     * Returns the caller; its role is {@link Role#ANYONE} when the request has no credential.
     *
     * @throws Problem 401 or 403 when the credential is not valid
     */
    Caller admit(Context context, RouteTable.Route route);

    /**
     * Returns a check whether the credential of an admitted caller still allows the route, for answers that take long.
     */
    default BooleanSupplier validity(Context context, RouteTable.Route route) {
        return () -> true;
    }
}
