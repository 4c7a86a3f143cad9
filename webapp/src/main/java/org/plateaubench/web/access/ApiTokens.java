// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
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
    private final AccountFile file;
    private final InstantSource clock;

    ApiTokens(AccountFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /**
     * A token with which a program calls the API. Immutable.
     *
     * @param id identifier by which it is revoked
     * @param name name that its owner gave it
     * @param role role of its requests, never more than that of its owner
     * @param owner account that it belongs to
     * @param createdAt when it was created
     * @param expiresAt when it expires; null for never
     * @param lastUsedAt when it was last used; null for never
     */
    record Token(
            String id,
            String name,
            Role role,
            String owner,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant lastUsedAt) {
        private Token used(Instant now) {
            return new Token(id, name, role, owner, createdAt, expiresAt, now);
        }

        /** Returns the name of the token in the audit log. */
        String credential() {
            return "token " + id + " " + name;
        }
    }

    /** A new token with its secret, which is shown only this once. */
    record CreatedToken(Token token, String secret) {}

    CreatedToken make(String name, Role role, String owner, @Nullable Duration lifetime) {
        String secret = PREFIX + Secrets.random();
        Instant now = clock.instant();
        Token token = new Token(
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
            content.tokens().put(digest(secret), token);
        });
        return new CreatedToken(token, secret);
    }

    private static String digest(String secret) {
        return Secrets.digest("token", secret);
    }

    /** Returns the token of a secret if it is still valid. */
    Optional<Token> find(String secret) {
        Instant now = clock.instant();
        Optional<Token> found =
                known(secret).filter(token -> token.expiresAt() == null || now.isBefore(token.expiresAt()));
        found.filter(token -> token.lastUsedAt() == null
                        || now.isAfter(token.lastUsedAt().plus(USED_EVERY)))
                .ifPresent(token -> file.change(content ->
                        content.tokens().computeIfPresent(digest(secret), (digest, present) -> present.used(now))));
        return found;
    }

    /** Returns the token of a secret, even when it has expired. */
    Optional<Token> known(String secret) {
        return Optional.ofNullable(file.content().tokens().get(digest(secret)));
    }

    Collection<Token> list() {
        return file.content().tokens().values();
    }

    void delete(Token token) {
        file.change(
                content -> content.tokens().values().removeIf(one -> one.id().equals(token.id())));
    }
}
