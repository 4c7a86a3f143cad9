// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import org.jspecify.annotations.Nullable;

/** The cookie of a session, which no script can read and no other site can send. Stateless. */
final class SessionCookie {
    /** Browsers accept a cookie with this prefix only over TLS, for this host alone and for every path. */
    private static final String SECURE = "__Host-";

    String name(Context context) {
        // Cookies do not distinguish ports, and one host may run several consoles.
        return (context.req().isSecure() ? SECURE : "")
                + "plateau-session-"
                + context.req().getLocalPort();
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
