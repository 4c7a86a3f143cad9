// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Secrets;

/**
 * The sessions, which survive a restart, and the cookies that hold their secrets. Only digests of the secrets are
 * stored. Thread-safe.
 */
final class Sessions {
    static final String ATTRIBUTE = "plateau.session";
    static final Duration IDLE = Duration.ofHours(12);
    static final Duration MAX_LIFETIME = Duration.ofDays(7);
    /** Longest session with the token of the first start, enough to create an account. */
    static final Duration FIRST = Duration.ofHours(1);
    /** Shortest time between two updates of the time of last use. */
    private static final Duration SEEN_INTERVAL = Duration.ofMinutes(1);

    private final AccountFile file;
    private final InstantSource clock;

    Sessions(AccountFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Returns the session of a request; empty when the request has another credential or none. */
    static Optional<AccountFile.Session> of(Context context) {
        return Optional.ofNullable(context.attribute(ATTRIBUTE));
    }

    /** Begins a session, and returns its secret, which the answer to a request sets as a cookie. */
    String begin(Context context, @Nullable String account) {
        String secret = Secrets.random();
        Instant now = clock.instant();
        AccountFile.Session session = new AccountFile.Session(
                digest(secret), account, now, now, now.plus(account == null ? FIRST : MAX_LIFETIME));
        file.change(content -> {
            if (account != null) {
                Accounts.require(content, account);
            }
            content.sessions().values().removeIf(existing -> !isValid(existing, now));
            content.sessions().put(session.digest(), session);
        });
        setCookie(context, secret, (int) MAX_LIFETIME.toSeconds());
        return secret;
    }

    private static String digest(String secret) {
        return Secrets.digest("session", secret);
    }

    /** Returns the session of a secret if it is still valid. */
    Optional<AccountFile.Session> find(String secret) {
        Instant now = clock.instant();
        return Optional.ofNullable(file.content().sessions().get(digest(secret)))
                .filter(session -> isValid(session, now));
    }

    private static boolean isValid(AccountFile.Session session, Instant now) {
        return now.isBefore(session.endsAt()) && now.isBefore(session.seenAt().plus(IDLE));
    }

    /** Records the use of a session, at most once a minute. */
    void recordUse(AccountFile.Session session) {
        Instant now = clock.instant();
        if (!now.isBefore(session.seenAt().plus(SEEN_INTERVAL))) {
            file.change(content -> content.sessions()
                    .computeIfPresent(session.digest(), (digest, present) -> present.withLastSeen(now)));
        }
    }

    void end(AccountFile.Session session) {
        file.change(content -> content.sessions().remove(session.digest()));
    }

    void endAll(String account) {
        file.change(content -> content.sessions().values().removeIf(session -> account.equals(session.account())));
    }

    /** Returns the CSRF token that a page sends in a header; only the holder of the secret can compute it. */
    static String csrf(String secret) {
        return Secrets.digest("csrf", secret);
    }

    /** Returns the secret in the cookie of a request; null when there is none. */
    static @Nullable String secret(Context context) {
        return context.cookie(cookieName(context));
    }

    static void removeCookie(Context context) {
        setCookie(context, "", 0);
    }

    /** Sets the cookie, which no script can read and no other site can send. */
    private static void setCookie(Context context, String value, int maximumAgeSeconds) {
        Cookie cookie = new Cookie(cookieName(context), value);
        cookie.setPath("/");
        cookie.setMaxAge(maximumAgeSeconds);
        cookie.setHttpOnly(true);
        cookie.setSecure(context.req().isSecure());
        cookie.setSameSite(SameSite.STRICT);
        context.cookie(cookie);
    }

    private static String cookieName(Context context) {
        // Browsers accept a cookie with this prefix only over TLS, for this host alone and for every path.
        String prefix = context.req().isSecure() ? "__Host-" : "";
        // Cookies do not distinguish ports, and one host may run several consoles.
        return prefix + "plateau-session-" + context.req().getLocalPort();
    }
}
