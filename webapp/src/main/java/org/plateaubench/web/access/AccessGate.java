// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import io.javalin.http.Context;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.console.ConsoleOptions.TrustedProxy;
import org.plateaubench.web.access.AccountFile.Account;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.Gate;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Secrets;
import org.plateaubench.web.http.Streams;

/** Authenticates a caller by an API token, the header of a trusted proxy, or a session cookie. Thread-safe. */
final class AccessGate implements Gate {
    /** Name of a caller who signed in with the token of the first start. */
    static final String FIRST = "first-token";

    static final String CSRF_HEADER = "X-Plateau-Csrf";

    private static final String CSRF = "plateau.csrf";
    private static final String BY_PROXY = "proxy";
    private static final int SHOWN_NAME = 80;
    private static final String BEARER = "Bearer ";

    /** The changes that a caller may make without an account: create the first account, or sign out. */
    private static final List<String> SETUP_ACTIONS =
            List.of("POST " + RouteTable.API + "/users", "DELETE " + RouteTable.API + "/session");

    private static final String SIGN_IN = "POST " + RouteTable.API + "/session";

    private final Accounts accounts;
    private final Sessions sessions;
    private final ApiTokens tokens;
    private final Optional<TrustedProxy> proxy;

    /** Secret of the CSRF tokens of users whom the proxy signs in, who have no session. */
    private final String proxySecret = Secrets.random();

    AccessGate(Accounts accounts, Sessions sessions, ApiTokens tokens, Optional<TrustedProxy> proxy) {
        this.accounts = accounts;
        this.sessions = sessions;
        this.tokens = tokens;
        this.proxy = proxy;
    }

    /** Returns whether the proxy signed the caller of a request in. */
    static boolean isByProxy(Context context) {
        return Caller.of(context).credential().equals(BY_PROXY);
    }

    /** Returns the CSRF token of the caller of a request; null when the request has an API token or no credential. */
    static @Nullable String csrf(Context context) {
        return context.attribute(CSRF);
    }

    @Override
    public Caller admit(Context context, RouteTable.Route route) {
        String bearer = bearer(context);
        if (bearer != null) {
            openWhile(context, route, () -> callerOfToken(bearer));
            return callerOfToken(bearer).orElseThrow(() -> unknownToken(bearer, context));
        }
        boolean changes = !route.isRead();
        if (changes && !isOfOurPage(context)) {
            throw new Problem(403, "The request comes from a page of another origin.");
        }
        Optional<String> named = namedByProxy(context);
        if (named.isPresent()) {
            // The pages show why the console refuses a user.
            boolean isPage = route.role() == Role.ANYONE && !route.path().startsWith(RouteTable.API);
            return isPage ? Caller.ANONYMOUS : callerOfProxy(named.get(), context, route);
        }
        String secret = Sessions.secret(context);
        if (secret == null) {
            return Caller.ANONYMOUS;
        }
        openWhile(context, route, () -> sessions.find(secret).flatMap(this::callerOf));
        String action = route.action();
        Optional<AccountFile.Session> session = sessions.find(secret);
        Optional<Caller> caller = session.flatMap(this::callerOf);
        if (caller.isEmpty()) {
            if (route.role() == Role.ANYONE) {
                return Caller.ANONYMOUS;
            }
            throw new Problem(401, "Your session has ended; sign in again.");
        }
        context.attribute(Sessions.ATTRIBUTE, session.get());
        caller.get().attachTo(context);
        checkCsrf(Sessions.csrf(secret), context, route);
        if (changes && session.get().account() == null && !SETUP_ACTIONS.contains(action) && !action.equals(SIGN_IN)) {
            throw new Problem(403, "Create an administrator's account first.");
        }
        return caller.get();
    }

    /** Returns the name in the header of a trusted proxy; empty when the request is not the proxy's or has no such header. */
    private Optional<String> namedByProxy(Context context) {
        return proxy.filter(trusted -> trusted.isAt(context.req().getRemoteAddr()))
                .flatMap(trusted -> {
                    List<String> names = Collections.list(context.req().getHeaders(trusted.header()));
                    if (names.size() > 1) {
                        throw new Problem(
                                401,
                                "The proxy sent the header " + trusted.header()
                                        + " more than once; it must replace the header that a client sends.");
                    }
                    return names.stream().findFirst();
                });
    }

    private Caller callerOfProxy(String name, Context context, RouteTable.Route route) {
        Account account = accounts.active(name).orElseThrow(() -> {
            String shown = name.substring(0, Math.min(name.length(), SHOWN_NAME));
            return new Problem(
                    401,
                    "The proxy signs you in as '" + shown + "', but this console has no account of that name, or it is"
                            + " disabled; ask an administrator of this console.");
        });
        accounts.recordUse(account);
        Caller caller = callerOfProxy(account);
        openWhile(context, route, () -> accounts.active(name).map(AccessGate::callerOfProxy));
        caller.attachTo(context);
        checkCsrf(Sessions.csrf(proxySecret + account.name()), context, route);
        return caller;
    }

    private static Caller callerOfProxy(Account account) {
        return new Caller(account.name(), account.role(), BY_PROXY);
    }

    /** Returns the refusal of a token; the audit log names an expired token. */
    private Problem unknownToken(String bearer, Context context) {
        tokens.findIncludingExpired(bearer)
                .ifPresent(token -> new Caller("", Role.ANYONE, token.credential()).attachTo(context));
        return new Problem(
                401, "The API token is unknown or has expired.", List.of(), Map.of("WWW-Authenticate", "Bearer"));
    }

    /** Lets a stream continue while its caller, looked up again, may use the route. */
    private static void openWhile(Context context, RouteTable.Route route, Supplier<Optional<Caller>> caller) {
        Streams.openWhile(
                context,
                () -> caller.get()
                        .filter(found -> found.role().includes(route.role()))
                        .isPresent());
    }

    private static @Nullable String bearer(Context context) {
        String authorization = context.header("Authorization");
        return authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length()).strip()
                : null;
    }

    /** Requires the CSRF token of the caller for a change, and keeps it for {@link #csrf}. */
    private static void checkCsrf(String csrf, Context context, RouteTable.Route route) {
        context.attribute(CSRF, csrf);
        String shown = context.header(CSRF_HEADER);
        boolean needed = !route.isRead() && !route.action().equals(SIGN_IN);
        if (needed && (shown == null || !Secrets.equal(shown, csrf))) {
            throw new Problem(
                    403,
                    "The header " + CSRF_HEADER + " is missing or not that of the session (GET " + RouteTable.API
                            + "/session returns it).");
        }
    }

    private Optional<Caller> callerOf(AccountFile.Session session) {
        String name = session.account();
        if (name == null) {
            return Optional.of(new Caller(FIRST, Role.ADMIN, session.credential()));
        }
        Optional<Account> account = accounts.active(name);
        account.ifPresent(used -> {
            sessions.recordUse(session);
            accounts.recordUse(used);
        });
        return account.map(user -> new Caller(user.name(), user.role(), session.credential()));
    }

    private Optional<Caller> callerOfToken(String secret) {
        return tokens.find(secret)
                .flatMap(token -> accounts.active(token.owner())
                        .map(owner ->
                                new Caller(owner.name(), lesser(token.role(), owner.role()), token.credential())));
    }

    private static Role lesser(Role first, Role second) {
        return first.includes(second) ? second : first;
    }

    /** Returns whether the page that sent a request, if a browser states it, is one of this console. */
    private static boolean isOfOurPage(Context context) {
        String site = context.header("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            return false;
        }
        String origin = context.header("Origin");
        return origin == null
                || Objects.equals(authorityOf(origin, context.req().isSecure()), context.header("Host"));
    }

    private static @Nullable String authorityOf(String origin, boolean secure) {
        try {
            URI uri = new URI(origin);
            // A proxy may terminate TLS for us, but never the reverse.
            boolean schemeFits = "https".equals(uri.getScheme()) || (!secure && "http".equals(uri.getScheme()));
            return schemeFits ? uri.getAuthority() : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
