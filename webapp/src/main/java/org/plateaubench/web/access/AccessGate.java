// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.Gate;
import org.plateaubench.web.http.Origin;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Secrets;

/** Authenticates a caller by a session cookie or an API token only. Any thread. */
final class AccessGate implements Gate {
    /** Name of a caller who signed in with the token of the first start. */
    static final String FIRST = "first-token";

    static final String CSRF_HEADER = "X-Plateau-Csrf";

    private static final String SESSION = "plateau.session";
    private static final String BEARER = "Bearer ";

    /** What a caller may do without an account: create the first account, or sign out. */
    private static final List<String> OF_FIRST =
            List.of("POST " + RouteTable.API + "/users", "DELETE " + RouteTable.API + "/session");

    private static final String SIGN_IN = "POST " + RouteTable.API + "/session";

    private final Accounts accounts;
    private final Sessions sessions;
    private final ApiTokens tokens;
    private final SessionCookie cookie;
    private final RequestRate rate;

    AccessGate(Accounts accounts, Sessions sessions, ApiTokens tokens, SessionCookie cookie, RequestRate rate) {
        this.accounts = accounts;
        this.sessions = sessions;
        this.tokens = tokens;
        this.cookie = cookie;
        this.rate = rate;
    }

    /** Returns the session of a request; empty when the request has a token or no credential. */
    static Optional<Session> session(Context context) {
        return Optional.ofNullable(context.attribute(SESSION));
    }

    @Override
    public Caller admit(Context context, RouteTable.Route route) {
        String bearer = bearer(context);
        if (bearer != null) {
            Caller caller = callerOfToken(bearer).orElseThrow(() -> unknownToken(bearer, context));
            count(caller, context, route);
            return caller;
        }
        boolean changes = !route.isRead();
        if (changes && !Origin.isOurs(context)) {
            throw new Problem(403, "The request comes from a page of another origin.");
        }
        String secret = cookie.secret(context);
        if (secret == null) {
            return Caller.ANONYMOUS;
        }
        String action = route.action();
        Optional<Session> session = sessions.find(secret);
        Optional<Caller> caller = session.flatMap(this::callerOf);
        if (caller.isEmpty()) {
            if (route.role() == Role.ANYONE) {
                return Caller.ANONYMOUS;
            }
            throw new Problem(401, "Your session has ended; sign in again.");
        }
        context.attribute(SESSION, session.get());
        count(caller.get(), context, route);
        if (changes && !action.equals(SIGN_IN)) {
            checkCsrf(secret, context.header(CSRF_HEADER));
        }
        if (changes && session.get().account() == null && !OF_FIRST.contains(action) && !action.equals(SIGN_IN)) {
            throw new Problem(403, "Create an administrator's account first.");
        }
        return caller.get();
    }

    /** Returns the refusal of a token; one that has ended is still named in the journal. */
    private Problem unknownToken(String bearer, Context context) {
        tokens.known(bearer).ifPresent(token -> new Caller("", Role.ANYONE, token.credential()).attachTo(context));
        return new Problem(
                401, "The API token is unknown or has expired.", List.of(), Map.of("WWW-Authenticate", "Bearer"));
    }

    /** Counts a request of a caller. Files of a page, which anyone may read, do not count. */
    private void count(Caller caller, Context context, RouteTable.Route route) {
        caller.attachTo(context);
        if (route.role() != Role.ANYONE) {
            rate.count(caller.name(), context);
        }
    }

    @Override
    public BooleanSupplier validity(Context context, RouteTable.Route route) {
        String bearer = bearer(context);
        String secret = bearer == null ? cookie.secret(context) : bearer;
        if (secret == null) {
            return () -> route.role() == Role.ANYONE;
        }
        return () -> (bearer == null ? sessions.find(secret).flatMap(this::callerOf) : callerOfToken(secret))
                .filter(caller -> caller.role().mayAs(route.role()))
                .isPresent();
    }

    private static @Nullable String bearer(Context context) {
        String authorization = context.header("Authorization");
        return authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length()).strip()
                : null;
    }

    private static void checkCsrf(String secret, @Nullable String shown) {
        if (shown == null || !Secrets.equal(shown, Sessions.csrf(secret))) {
            throw new Problem(
                    403,
                    "The header " + CSRF_HEADER + " is missing or not that of the session (GET " + RouteTable.API
                            + "/session returns it).");
        }
    }

    private Optional<Caller> callerOf(Session session) {
        String name = session.account();
        if (name == null) {
            return Optional.of(new Caller(FIRST, Role.ADMIN, session.credential()));
        }
        Optional<Account> account = accounts.active(name);
        if (account.isPresent() && sessions.seen(session)) {
            accounts.seen(name);
        }
        return account.map(found -> new Caller(found.name(), found.role(), session.credential()));
    }

    private Optional<Caller> callerOfToken(String secret) {
        return tokens.find(secret)
                .flatMap(token -> accounts.active(token.owner())
                        .map(owner ->
                                new Caller(owner.name(), lesser(token.role(), owner.role()), token.credential())));
    }

    private static Role lesser(Role one, Role other) {
        return one.mayAs(other) ? other : one;
    }
}
