// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;

/**
 * Who calls. Immutable.
 *
 * @param name name of the account
 * @param role what the caller may do
 * @param credential session or API token that the caller showed, by what is no secret of it; empty for none
 */
public record Caller(String name, Role role, String credential) {
    /** Nobody who said who they are. */
    public static final Caller NOBODY = new Caller("", Role.ANYONE);

    private static final String ATTRIBUTE = "plateau.caller";

    /** One that showed neither session nor token. */
    public Caller(String name, Role role) {
        this(name, role, "");
    }

    /** The caller of a request, after it was admitted. */
    public static Caller of(Context context) {
        Caller caller = context.attribute(ATTRIBUTE);
        return caller == null ? NOBODY : caller;
    }

    /** Says who the caller of a request is. */
    public void attachTo(Context context) {
        context.attribute(ATTRIBUTE, this);
    }
}
