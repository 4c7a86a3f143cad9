// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.web.access.AccountFile.Account;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.Secrets;

/** The routes for signing in and out, and for changing one's own password. */
final class SessionRoutes implements Routes {
    private static final String FIRST = "first";

    private final Accounts accounts;
    private final Sessions sessions;
    private final Passwords passwords;

    /** Digest of the token of the first start, which is valid as long as the process runs; null for none. */
    private final AtomicReference<@Nullable String> firstToken = new AtomicReference<>();

    SessionRoutes(Accounts accounts, Sessions sessions, Passwords passwords) {
        this.accounts = accounts;
        this.sessions = sessions;
        this.passwords = passwords;
    }

    private record SignIn(
            @Nullable String name,
            @Nullable String password,
            @Nullable String token) {}

    private record PasswordChange(
            String old, @JsonProperty("new") String next) {}

    /** A signed-in user. {@code byProxy} is true for a user whom a proxy signs in. */
    private record User(String name, Role role, boolean byProxy) {}

    /** The sign-in state: {@code setup} is true after a sign-in with the first token, which is for creating an account. */
    private record State(@Nullable User user, @Nullable String csrf, boolean setup, String version, boolean hasUsers) {}

    @Override
    public void addTo(RouteTable table) {
        String session = RouteTable.API + "/session";
        table.get(session, Role.ANYONE, this::show)
                .post(session, Role.ANYONE, this::signIn)
                .delete(session, Role.ANYONE, context -> {
                    signOut(context);
                    table.streams().endInvalid();
                })
                .put(session + "/password", Role.VIEWER, context -> {
                    changePassword(context);
                    table.streams().endInvalid();
                });
    }

    private void show(Context context) {
        Caller caller = Caller.of(context);
        Optional<AccountFile.Session> session = Sessions.of(context);
        context.json(state(
                caller.role() == Role.ANYONE
                        ? null
                        : new User(caller.name(), caller.role(), AccessGate.isByProxy(context)),
                AccessGate.csrf(context),
                session.isPresent() && session.get().account() == null));
    }

    private State state(@Nullable User user, @Nullable String csrf, boolean setup) {
        return new State(user, csrf, setup, Installation.version(), accounts.hasAny());
    }

    private static void refuseByProxy(Context context) {
        if (AccessGate.isByProxy(context)) {
            throw Problem.conflict("The proxy in front of this console signs you in; sign out there.");
        }
    }

    private void signIn(Context context) {
        refuseByProxy(context);
        SignIn given = Body.read(context, SignIn.class);
        String name = given.name();
        String password = given.password();
        String token = given.token();
        if (token != null && name == null && password == null) {
            signInByToken(context, token);
        } else if (token == null && name != null && password != null) {
            signInByPassword(context, Accounts.normal(name), password);
        } else {
            throw Problem.wrongInput("Give name and password, or the token of the first start.");
        }
    }

    private void signInByToken(Context context, String token) {
        Journal.target(context, AccessGate.FIRST);
        if (!useFirstToken(token)) {
            throw new Problem(
                    401, "The token is not valid for this start, or was used; restart the console with --new-token.");
        }
        begin(context, null, new User(AccessGate.FIRST, Role.ADMIN, false));
    }

    private void signInByPassword(Context context, String name, String password) {
        Journal.target(context, name);
        Optional<Account> account = accounts.find(name);
        String digest = account.map(Account::password).orElse(null);
        boolean matches = passwords.matches(name, context.ip(), password, digest);
        if (!matches || account.orElseThrow().disabled()) {
            throw new Problem(401, "Name or password is wrong.");
        }
        accounts.recordUse(account.get());
        begin(context, name, new User(name, account.get().role(), false));
    }

    private void begin(Context context, @Nullable String account, User user) {
        String secret = begin(context, account);
        String credential =
                sessions.find(secret).map(AccountFile.Session::credential).orElse("");
        new Caller(user.name(), user.role(), credential).attachTo(context);
        context.json(state(user, Sessions.csrf(secret), account == null));
    }

    /** Begins a session with a new secret, always: the user of a secret from before sign-in may be another person. */
    String begin(Context context, @Nullable String account) {
        Sessions.of(context).ifPresent(sessions::end);
        return sessions.begin(context, account);
    }

    private void signOut(Context context) {
        refuseByProxy(context);
        Sessions.of(context).ifPresent(sessions::end);
        Sessions.removeCookie(context);
        context.status(204);
    }

    private void changePassword(Context context) {
        AccountFile.Session session = Sessions.of(context)
                .orElseThrow(() -> new Problem(403, "Only a user who is signed in with a password can change it."));
        PasswordChange change = Body.read(context, PasswordChange.class);
        String next = change.next();
        Account account = accounts.find(String.valueOf(session.account()))
                .orElseThrow(() -> new Problem(403, "The account was deleted."));
        if (!passwords.matches(account.name(), context.ip(), change.old(), account.password())) {
            throw Problem.wrongInput("The old password is wrong.", Problem.Detail.of("old", "is wrong"));
        }
        Passwords.check(account.name(), next);
        String digest = passwords.digest(next);
        accounts.change(account.name(), present -> present.with(present.role(), digest, present.disabled()));
        sessions.endAll(account.name());
        sessions.begin(context, account.name());
        context.status(204);
    }

    /** Returns a new token for one sign-in, to create an administrator's account; the one before becomes invalid. */
    String newFirstToken() {
        String secret = Secrets.random();
        firstToken.set(Secrets.digest(FIRST, secret));
        return secret;
    }

    /** Returns whether the secret is the token, which is then invalid. */
    private boolean useFirstToken(String secret) {
        String expected = firstToken.get();
        return expected != null
                && Secrets.equal(expected, Secrets.digest(FIRST, secret))
                && firstToken.compareAndSet(expected, null);
    }
}
