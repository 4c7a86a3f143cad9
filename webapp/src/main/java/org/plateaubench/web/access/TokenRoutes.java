// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** The routes of one's own API tokens; an administrator sees and revokes those of every user. */
final class TokenRoutes implements Routes {
    private static final int MAXIMUM_NAME = 100;
    private static final int MAXIMUM_DAYS = 3_650;

    private final ApiTokens tokens;

    TokenRoutes(ApiTokens tokens) {
        this.tokens = tokens;
    }

    private record Listing(List<ApiTokens.Token> tokens) {}

    private record NewToken(
            String name, Role role, @Nullable Integer expiresInDays) {}

    /** The new token, which was never used, with its secret. */
    private record NewTokenAnswer(
            @JsonUnwrapped @JsonIgnoreProperties("lastUsedAt")
            ApiTokens.Token made,

            String token) {}

    @Override
    public void addTo(RouteTable table) {
        String path = RouteTable.API + "/tokens";
        table.get(path, Role.VIEWER, this::list)
                .post(path, Role.VIEWER, this::make)
                .delete(path + "/{id}", Role.VIEWER, context -> {
                    delete(context);
                    table.streams().endInvalid();
                });
    }

    private void list(Context context) {
        Caller caller = Caller.of(context);
        context.json(new Listing(
                tokens.list().stream().filter(token -> isOf(caller, token)).toList()));
    }

    private static boolean isOf(Caller caller, ApiTokens.Token token) {
        return caller.role() == Role.ADMIN || token.owner().equals(caller.name());
    }

    private void make(Context context) {
        if (AccessGate.session(context).isEmpty()) {
            // Otherwise a leaked token could create its own successor.
            throw new Problem(403, "An API token cannot create API tokens; sign in to the console.");
        }
        NewToken wanted = Body.read(context, NewToken.class);
        Journal.target(context, wanted.name() + " " + wanted.role().word());
        Caller caller = Caller.of(context);
        if (wanted.name().isBlank() || wanted.name().length() > MAXIMUM_NAME) {
            throw Problem.wrongValue("name", "must have 1 to " + MAXIMUM_NAME + " characters");
        }
        if (wanted.role() == Role.ANYONE || !caller.role().mayAs(wanted.role())) {
            throw Problem.wrongValue(
                    "role",
                    "must be a role, and not above your own (" + caller.role().word() + ")");
        }
        Integer days = wanted.expiresInDays();
        if (days != null && (days < 1 || days > MAXIMUM_DAYS)) {
            throw Problem.wrongValue("expiresInDays", "must be between 1 and " + MAXIMUM_DAYS);
        }
        ApiTokens.CreatedToken made = tokens.make(
                wanted.name().strip(), wanted.role(), caller.name(), days == null ? null : Duration.ofDays(days));
        context.status(201).json(new NewTokenAnswer(made.token(), made.secret()));
    }

    private void delete(Context context) {
        String id = context.pathParam("id");
        Caller caller = Caller.of(context);
        ApiTokens.Token token = tokens.list().stream()
                .filter(found -> found.id().equals(id) && isOf(caller, found))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("You have no token '" + id + "'."));
        tokens.delete(token);
        context.status(204);
    }
}
