// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.security.RouteRole;

/** What a caller may do. Each role may do what those before it may. */
public enum Role implements RouteRole {
    /** Nobody in particular: pages, libraries, signing in. */
    ANYONE,
    /** Looks at everything but accounts. */
    VIEWER,
    /** Starts, stops, edits and deletes runs and SUT services. */
    OPERATOR,
    /** Accounts, audit log, the catalog. */
    ADMIN;

    /** Whether this role may do what needs another. */
    public boolean mayAs(Role needed) {
        return compareTo(needed) >= 0;
    }
}
