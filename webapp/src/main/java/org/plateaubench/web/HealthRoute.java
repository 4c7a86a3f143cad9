// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import io.javalin.http.Context;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/**
 * Reports whether the console works, for load balancers and supervisors, which do not sign in and therefore receive no
 * other information. Any thread.
 */
final class HealthRoute implements Routes {
    private static final String PATH = "/healthz";

    private final Path data;

    /** Creates a route that checks the folder of the console's own data. */
    HealthRoute(Path data) {
        this.data = data;
    }

    @Override
    public void addTo(RouteTable table) {
        table.open(PATH, this::answer);
    }

    /** The answer. */
    record Health(String status) {}

    private void answer(Context context) {
        boolean works = Files.isWritable(data);
        context.header("Cache-Control", "no-store")
                .status(works ? 200 : 503)
                .json(new Health(works ? "ok" : "no data folder"));
    }
}
