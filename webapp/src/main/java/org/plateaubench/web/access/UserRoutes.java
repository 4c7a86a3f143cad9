// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.access.AccountFile.Account;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.Streams;

/** The routes of the accounts, for administrators. */
final class UserRoutes implements Routes {

    private final Accounts accounts;
    private final Sessions sessions;
    private final Passwords passwords;
    private final SessionRoutes signIn;

    UserRoutes(Accounts accounts, Sessions sessions, Passwords passwords, SessionRoutes signIn) {
        this.accounts = accounts;
        this.sessions = sessions;
        this.passwords = passwords;
        this.signIn = signIn;
    }

    private record Listing(@JsonIgnoreProperties("password") List<Account> users) {}

    private record Shown(
            @JsonUnwrapped @JsonIgnoreProperties("password") Account account) {}

    private record NewUser(String name, String password, Role role) {}

    private record UserChange(
            @Nullable Role role,
            @Nullable Boolean disabled,
            @Nullable String password) {}

    @Override
    public void addTo(RouteTable table) {
        String users = RouteTable.API + "/users";
        Streams streams = table.streams();
        table.get(users, Role.ADMIN, this::list)
                .post(users, Role.ADMIN, this::create)
                .patch(users + "/{name}", Role.ADMIN, context -> change(context, streams))
                .delete(users + "/{name}", Role.ADMIN, context -> delete(context, streams));
    }

    private void list(Context context) {
        context.json(new Listing(accounts.list()));
    }

    private void create(Context context) {
        NewUser user = Body.read(context, NewUser.class);
        Journal.target(context, user.name() + " " + user.role().word());
        checkRole(user.role());
        Passwords.check(user.name(), user.password());
        boolean first = Sessions.of(context)
                .filter(session -> session.account() == null)
                .isPresent();
        if (first && user.role() != Role.ADMIN) {
            throw Problem.wrongInput(
                    "The first account is an administrator's.", Problem.Detail.of("role", "must be admin"));
        }
        Account account = accounts.create(user.name(), user.role(), passwords.digest(user.password()));
        if (first) {
            signIn.begin(context, account.name());
        }
        context.status(201).json(new Shown(account));
    }

    private void change(Context context, Streams streams) {
        UserChange change = Body.read(context, UserChange.class);
        Account account = account(context);
        Role role = change.role();
        if (role != null) {
            checkRole(role);
        }
        String password = change.password();
        if (password != null) {
            Passwords.check(account.name(), password);
        }
        String digest = password == null ? null : passwords.digest(password);
        Journal.target(
                context,
                account.name()
                        + (role == null ? "" : " role " + role.word())
                        + (change.disabled() == null ? "" : change.disabled() ? " disabled" : " enabled")
                        + (password == null ? "" : " password"));
        Account changed = accounts.change(
                account.name(),
                present -> present.with(
                        Objects.requireNonNullElse(role, present.role()),
                        Objects.requireNonNullElse(digest, present.password()),
                        Objects.requireNonNullElse(change.disabled(), present.disabled())));
        if (changed.disabled() || password != null) {
            sessions.endAll(account.name());
        }
        streams.endInvalid();
        context.json(new Shown(changed));
    }

    private void delete(Context context, Streams streams) {
        Account account = account(context);
        accounts.delete(account.name());
        streams.endInvalid();
        context.status(204);
    }

    private Account account(Context context) {
        return accounts.require(context.pathParam("name"));
    }

    private static void checkRole(Role role) {
        if (role == Role.ANYONE) {
            throw Problem.wrongInput(
                    "A role is viewer, operator or admin.", Problem.Detail.of("role", "is not a role"));
        }
    }
}
