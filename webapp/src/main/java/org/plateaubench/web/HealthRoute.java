// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import io.javalin.http.Context;
import org.plateaubench.web.database.Databases;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/**
 * Reports whether the console works, for load balancers and supervisors, which do not sign in and therefore receive no
 * other information. Any thread.
 */
final class HealthRoute implements Routes {
    private static final String PATH = "/healthz";

    private final Databases databases;

    /** Creates a route that checks both databases. */
    HealthRoute(Databases databases) {
        this.databases = databases;
    }

    @Override
    public void addTo(RouteTable table) {
        table.open(PATH, this::answer);
    }

    /** The answer. */
    record Health(String status) {}

    private void answer(Context context) {
        boolean works = databases.records().answers() && databases.catalog().answers();
        context.header("Cache-Control", "no-store")
                .status(works ? 200 : 503)
                .json(new Health(works ? "ok" : "no database"));
    }
}
