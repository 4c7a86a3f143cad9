// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.audit;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.OptionalLong;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** The routes of the audit log, for administrators. */
public final class AuditRoutes implements Routes {
    private static final int LIMIT = 100;
    private static final int MAXIMUM_LIMIT = 1_000;

    private final AuditLog log;

    /** Creates the routes of a log. */
    public AuditRoutes(AuditLog log) {
        this.log = log;
    }

    @Override
    public void addTo(RouteTable table) {
        table.get(RouteTable.API + "/audit", Role.ADMIN, this::list, "limit", "before", "user", "action");
    }

    private void list(Context context) throws IOException {
        Query query = Query.of(context);
        String user = query.text("user").orElse(null);
        String action = query.text("action").orElse(null);
        OptionalLong before = query.number("before", 1, Long.MAX_VALUE);
        context.json(log.list(
                query.number("limit", 1, MAXIMUM_LIMIT, LIMIT),
                before.isPresent() ? before.getAsLong() : null,
                user,
                action));
    }
}
