// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.Secrets;

/** The API tokens. Only their digests are stored. Any thread. */
final class ApiTokens {
    private static final RowMapper<ApiToken> TOKEN = RecordMapper.of(ApiToken.class);
    /** Prefix of every token, so that scanners recognise one where it should not be, such as in a repository. */
    private static final String PREFIX = "plateau_";

    private static final int ID_LENGTH = 12;
    private static final Duration USED_EVERY = Duration.ofMinutes(1);
    private static final String PURPOSE = "token";
    private static final String COLUMNS = "id, name, role, owner, created_at, expires_at, last_used_at";

    private final Jdbi jdbi;
    private final InstantSource clock;

    ApiTokens(Jdbi jdbi, InstantSource clock) {
        this.jdbi = jdbi;
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
        jdbi.useHandle(handle -> handle.createUpdate("insert into api_token (" + COLUMNS + ", digest) values"
                        + " (:id, :name, :role, :owner, :createdAt, :expiresAt, :lastUsedAt, :digest)")
                .bindMethods(token)
                .bind("digest", Secrets.digest(PURPOSE, secret))
                .execute());
        return new CreatedToken(token, secret);
    }

    /** Returns the token of a secret if it is still valid. */
    Optional<ApiToken> find(String secret) {
        Instant now = clock.instant();
        Optional<ApiToken> found =
                known(secret).filter(token -> token.expiresAt() == null || now.isBefore(token.expiresAt()));
        found.filter(token -> token.lastUsedAt() == null
                        || now.isAfter(token.lastUsedAt().plus(USED_EVERY)))
                .ifPresent(token -> used(token, now));
        return found;
    }

    /** Returns the token of a secret, even when it has expired. */
    Optional<ApiToken> known(String secret) {
        return jdbi.withHandle(
                handle -> handle.createQuery("select " + COLUMNS + " from api_token where digest = :digest")
                        .bind("digest", Secrets.digest(PURPOSE, secret))
                        .map(TOKEN)
                        .findOne());
    }

    private void used(ApiToken token, Instant now) {
        jdbi.useHandle(handle -> handle.execute("update api_token set last_used_at = ? where id = ?", now, token.id()));
    }

    Optional<ApiToken> withId(String id) {
        return list().stream().filter(token -> token.id().equals(id)).findFirst();
    }

    List<ApiToken> list() {
        return jdbi.withHandle(handle -> handle.createQuery("select " + COLUMNS + " from api_token order by created_at")
                .map(TOKEN)
                .list());
    }

    void delete(String id) {
        jdbi.useHandle(handle -> handle.execute("delete from api_token where id = ?", id));
    }
}
