// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.util.function.BooleanSupplier;

/** Who decides who a caller is, before every route. Any thread. */
@FunctionalInterface
public interface Gate {
    /**
     * Says who calls; {@link Role#ANYONE} when nobody says.
     *
     * @param route what is asked for
     * @throws Problem 401 or 403 when what the caller shows is not to be believed
     */
    Caller admit(Context context, RouteTable.Route route);

    /** Whether what an admitted caller showed still lets them call the route, for answers that take long. */
    default BooleanSupplier validity(Context context, RouteTable.Route route) {
        return () -> true;
    }
}
