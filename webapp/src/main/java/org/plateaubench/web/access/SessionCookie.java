// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import org.jspecify.annotations.Nullable;

/** The cookie that holds the secret of a session: no script reads it, no other site sends it. Immutable. */
final class SessionCookie {
    private static final String NAME = "plateau-session-";

    /** Browsers take this name only over TLS, for this host alone, and for every path. */
    private static final String SECURE_NAME = "__Host-" + NAME;

    String name(Context context) {
        // Cookies do not tell ports apart, and one machine may have several consoles.
        return (context.req().isSecure() ? SECURE_NAME : NAME) + context.req().getLocalPort();
    }

    @Nullable
    String secret(Context context) {
        return context.cookie(name(context));
    }

    void set(Context context, String secret) {
        put(context, secret, (int) Sessions.LONGEST.toSeconds());
    }

    void remove(Context context) {
        put(context, "", 0);
    }

    private void put(Context context, String value, int maximumAgeSeconds) {
        Cookie cookie = new Cookie(name(context), value);
        cookie.setPath("/");
        cookie.setMaxAge(maximumAgeSeconds);
        cookie.setHttpOnly(true);
        cookie.setSecure(context.req().isSecure());
        cookie.setSameSite(SameSite.STRICT);
        context.cookie(cookie);
    }
}
