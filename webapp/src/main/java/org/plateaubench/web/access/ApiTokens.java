// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.Secrets;

/**
 * The API tokens and their routes. Only digests are stored. A user sees and revokes own tokens, an administrator
 * those of all users. Thread-safe.
 */
final class ApiTokens implements Routes {
    /** Prefix of every token, so that scanners recognise one where it should not be, such as in a repository. */
    private static final String PREFIX = "plateau_";

    private static final int ID_LENGTH = 12;
    private static final int MAXIMUM_NAME = 100;
    private static final int MAXIMUM_DAYS = 3_650;
    private static final Duration USED_INTERVAL = Duration.ofMinutes(1);
    private final AccountFile file;
    private final InstantSource clock;

    ApiTokens(AccountFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    private record Listing(List<AccountFile.Token> tokens) {}

    private record NewToken(
            String name, Role role, @Nullable Integer expiresInDays) {}

    /** The new token, which was never used, with its secret, which is shown only this once. */
    private record CreatedToken(
            @JsonUnwrapped @JsonIgnoreProperties("lastUsedAt")
            AccountFile.Token created,

            String token) {}

    @Override
    public void addTo(RouteTable table) {
        String path = RouteTable.API + "/tokens";
        table.get(path, Role.VIEWER, this::list)
                .post(path, Role.VIEWER, this::create)
                .delete(path + "/{id}", Role.VIEWER, context -> {
                    delete(context);
                    table.streams().endInvalid();
                });
    }

    private void list(Context context) {
        Caller caller = Caller.of(context);
        context.json(
                new Listing(all().stream().filter(token -> isOf(caller, token)).toList()));
    }

    private static boolean isOf(Caller caller, AccountFile.Token token) {
        return caller.role() == Role.ADMIN || token.owner().equals(caller.name());
    }

    private void create(Context context) {
        if (Sessions.of(context).isEmpty()) {
            // Otherwise a leaked token could create its own successor.
            throw new Problem(403, "An API token cannot create API tokens; sign in to the console.");
        }
        NewToken wanted = Body.read(context, NewToken.class);
        Journal.target(context, wanted.name() + " " + wanted.role().word());
        Caller caller = Caller.of(context);
        if (wanted.name().isBlank() || wanted.name().length() > MAXIMUM_NAME) {
            throw Problem.wrongValue("name", "must have 1 to " + MAXIMUM_NAME + " characters");
        }
        if (wanted.role() == Role.ANYONE || !caller.role().includes(wanted.role())) {
            throw Problem.wrongValue(
                    "role",
                    "must be a role, and not above your own (" + caller.role().word() + ")");
        }
        Integer days = wanted.expiresInDays();
        if (days != null && (days < 1 || days > MAXIMUM_DAYS)) {
            throw Problem.wrongValue("expiresInDays", "must be between 1 and " + MAXIMUM_DAYS);
        }
        String secret = PREFIX + Secrets.random();
        Instant now = clock.instant();
        AccountFile.Token token = new AccountFile.Token(
                Secrets.random().substring(0, ID_LENGTH).replace('-', 'x').replace('_', 'y'),
                wanted.name().strip(),
                wanted.role(),
                caller.name(),
                now,
                days == null ? null : now.plus(Duration.ofDays(days)),
                null);
        file.change(content -> {
            // An account that is created after this one was deleted must not have the token.
            Accounts.require(content, caller.name());
            content.tokens().put(digest(secret), token);
        });
        context.status(201).json(new CreatedToken(token, secret));
    }

    private void delete(Context context) {
        String id = context.pathParam("id");
        Caller caller = Caller.of(context);
        AccountFile.Token token = all().stream()
                .filter(found -> found.id().equals(id) && isOf(caller, found))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("You have no token '" + id + "'."));
        file.change(content ->
                content.tokens().values().removeIf(candidate -> candidate.id().equals(token.id())));
        context.status(204);
    }

    private static String digest(String secret) {
        return Secrets.digest("token", secret);
    }

    /** Returns the token of a secret if it is still valid. */
    Optional<AccountFile.Token> find(String secret) {
        Instant now = clock.instant();
        Optional<AccountFile.Token> found = findIncludingExpired(secret)
                .filter(token -> token.expiresAt() == null || now.isBefore(token.expiresAt()));
        found.filter(token -> token.lastUsedAt() == null
                        || now.isAfter(token.lastUsedAt().plus(USED_INTERVAL)))
                .ifPresent(token -> file.change(content ->
                        content.tokens().computeIfPresent(digest(secret), (digest, present) -> present.used(now))));
        return found;
    }

    /** Returns the token of a secret, even when it has expired. */
    Optional<AccountFile.Token> findIncludingExpired(String secret) {
        return Optional.ofNullable(file.content().tokens().get(digest(secret)));
    }

    private Collection<AccountFile.Token> all() {
        return file.content().tokens().values();
    }
}
