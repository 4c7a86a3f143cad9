// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A cookie that holds a secret which no script reads. Immutable. */
final class SessionCookie {
    /** Browsers take such a name only over TLS, for this host alone, and for every path. */
    private static final String SECURE = "__Host-";

    private final String purpose;
    private final SameSite sameSite;
    private final Duration life;

    private SessionCookie(String purpose, SameSite sameSite, Duration life) {
        this.purpose = purpose;
        this.sameSite = sameSite;
        this.life = life;
    }

    /** That of a session: no other site sends it. */
    static SessionCookie ofSession() {
        return new SessionCookie("plateau-session-", SameSite.STRICT, Sessions.LONGEST);
    }

    /** That of a sign-in which is under way at a provider, whose pages send the browser back with it. */
    static SessionCookie ofPendingSignIn() {
        return new SessionCookie("plateau-sign-in-", SameSite.LAX, PendingSignIns.LIFE);
    }

    String name(Context context) {
        // Cookies do not tell ports apart, and one machine may have several consoles.
        return (context.req().isSecure() ? SECURE : "")
                + purpose
                + context.req().getLocalPort();
    }

    @Nullable
    String secret(Context context) {
        return context.cookie(name(context));
    }

    void set(Context context, String secret) {
        put(context, secret, (int) life.toSeconds());
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
        cookie.setSameSite(sameSite);
        context.cookie(cookie);
    }
}
