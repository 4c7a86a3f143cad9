// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.Secrets;

/** The API tokens. Only their digests are stored. Any thread. */
final class ApiTokens {
    /** Prefix of every token, so that scanners recognise one where it should not be, such as in a repository. */
    private static final String PREFIX = "plateau_";

    private static final int ID_LENGTH = 12;
    private static final Duration USED_EVERY = Duration.ofMinutes(1);
    private static final String PURPOSE = "token";

    private final AccountFile file;
    private final InstantSource clock;

    ApiTokens(AccountFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /** A new token with its secret, which is shown only this once. */
    record CreatedToken(ApiToken token, String secret) {}

    CreatedToken make(String name, Role role, String owner, @Nullable Duration lifetime) {
        String secret = PREFIX + Secrets.random();
        Instant now = clock.instant();
        ApiToken token = new ApiToken(
                Secrets.random().substring(0, ID_LENGTH).replace('-', 'x').replace('_', 'y'),
                name,
                role,
                owner,
                now,
                lifetime == null ? null : now.plus(lifetime),
                null);
        file.change(content -> {
            // An account that is created after this one was deleted must not have the token.
            Accounts.present(content, owner);
            Map<String, ApiToken> tokens = new LinkedHashMap<>(content.tokens());
            tokens.put(Secrets.digest(PURPOSE, secret), token);
            return content.withTokens(tokens);
        });
        return new CreatedToken(token, secret);
    }

    /** Returns the token of a secret if it is still valid. */
    Optional<ApiToken> find(String secret) {
        Instant now = clock.instant();
        Optional<ApiToken> found =
                known(secret).filter(token -> token.expiresAt() == null || now.isBefore(token.expiresAt()));
        found.filter(token -> token.lastUsedAt() == null
                        || now.isAfter(token.lastUsedAt().plus(USED_EVERY)))
                .ifPresent(token -> used(secret, now));
        return found;
    }

    /** Returns the token of a secret, even when it has expired. */
    Optional<ApiToken> known(String secret) {
        return Optional.ofNullable(file.content().tokens().get(Secrets.digest(PURPOSE, secret)));
    }

    private void used(String secret, Instant now) {
        file.change(content -> {
            Map<String, ApiToken> tokens = new LinkedHashMap<>(content.tokens());
            tokens.computeIfPresent(Secrets.digest(PURPOSE, secret), (digest, token) -> token.used(now));
            return content.withTokens(tokens);
        });
    }

    Optional<ApiToken> withId(String id) {
        return list().stream().filter(token -> token.id().equals(id)).findFirst();
    }

    List<ApiToken> list() {
        return List.copyOf(file.content().tokens().values());
    }

    void delete(String id) {
        file.change(content -> content.withoutTokens(token -> token.id().equals(id)));
    }
}
