// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;

/** The caller of a request; the credential is the public name of its session or token, empty for none. */
public record Caller(String name, Role role, String credential) {
    /** A caller without a session or token. */
    public static final Caller ANONYMOUS = new Caller("", Role.ANYONE);

    private static final String ATTRIBUTE = "plateau.caller";

    public Caller(String name, Role role) {
        this(name, role, "");
    }

    /** Returns the caller of a request, once admitted. */
    public static Caller of(Context context) {
        Caller caller = context.attribute(ATTRIBUTE);
        return caller == null ? ANONYMOUS : caller;
    }

    /** Attaches this caller to a request. */
    public void attachTo(Context context) {
        context.attribute(ATTRIBUTE, this);
    }
}
