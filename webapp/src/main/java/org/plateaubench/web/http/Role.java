// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.javalin.security.RouteRole;
import java.util.Locale;

/** The role of a caller. Each role includes the rights of those before it. */
public enum Role implements RouteRole {
    /** Any caller, even without an account: pages, libraries, signing in. */
    ANYONE,
    /** Reads everything except accounts. */
    VIEWER,
    /** Starts, stops, edits and deletes runs and SUT services. */
    OPERATOR,
    /** Manages accounts and reads the audit log. */
    ADMIN;

    /** Returns the word for the role in answers and in files. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static Role of(String word) {
        for (Role role : values()) {
            if (role.word().equals(word)) {
                return role;
            }
        }
        throw new IllegalArgumentException("'" + word + "' is not a role; roles: viewer, operator, admin");
    }

    /** Returns whether this role includes the rights of another. */
    public boolean includes(Role needed) {
        return compareTo(needed) >= 0;
    }
}
