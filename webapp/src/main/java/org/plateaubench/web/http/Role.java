// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.javalin.security.RouteRole;
import java.util.Locale;

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

    /** The role in answers and in the database. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of a word. */
    @JsonCreator
    public static Role of(String word) {
        for (Role role : values()) {
            if (role.word().equals(word)) {
                return role;
            }
        }
        throw new IllegalArgumentException("'" + word + "' is no role; roles: viewer, operator, admin");
    }

    /** Whether this role may do what needs another. */
    public boolean mayAs(Role needed) {
        return compareTo(needed) >= 0;
    }
}
