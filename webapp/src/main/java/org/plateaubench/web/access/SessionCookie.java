// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A cookie that holds a secret, which no script can read. Immutable. */
final class SessionCookie {
    /** Browsers accept a cookie with this prefix only over TLS, for this host alone and for every path. */
    private static final String SECURE = "__Host-";

    /** Time for which a browser is known, longer than a person is away from work. */
    private static final Duration KNOWN = Duration.ofDays(180);

    private final String purpose;
    private final Duration lifetime;

    private SessionCookie(String purpose, Duration lifetime) {
        this.purpose = purpose;
        this.lifetime = lifetime;
    }

    /** Returns the cookie of a session, which no other site can send. */
    static SessionCookie ofSession() {
        return new SessionCookie("plateau-session-", Sessions.LONGEST);
    }

    /** Returns the cookie of a {@linkplain KnownBrowsers known browser}, which no other site can send. */
    static SessionCookie ofKnownBrowser() {
        return new SessionCookie("plateau-browser-", KNOWN);
    }

    String name(Context context) {
        // Cookies do not distinguish ports, and one host may run several consoles.
        return (context.req().isSecure() ? SECURE : "")
                + purpose
                + context.req().getLocalPort();
    }

    @Nullable
    String secret(Context context) {
        return context.cookie(name(context));
    }

    void set(Context context, String secret) {
        put(context, secret, (int) lifetime.toSeconds());
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
