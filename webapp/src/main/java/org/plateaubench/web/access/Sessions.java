// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Secrets;

/** The sessions, which survive a restart. Only digests of their secrets are stored. Any thread. */
final class Sessions {
    private static final RowMapper<Session> SESSION = RecordMapper.of(Session.class);
    static final Duration IDLE = Duration.ofHours(12);
    static final Duration LONGEST = Duration.ofDays(7);

    /** Longest session with the token of the first start, enough to create an account. */
    static final Duration FIRST = Duration.ofHours(1);

    /** Shortest time between two updates of the time of last use. */
    private static final Duration SEEN_EVERY = Duration.ofMinutes(1);

    private static final String PURPOSE = "session";

    private final Jdbi jdbi;
    private final InstantSource clock;

    Sessions(Jdbi jdbi, InstantSource clock) {
        this.jdbi = jdbi;
        this.clock = clock;
    }

    /** Begins a session and returns the secret for its cookie. */
    String begin(@Nullable String account) {
        String secret = Secrets.random();
        Instant now = clock.instant();
        Session session = new Session(
                Secrets.digest(PURPOSE, secret), account, now, now, now.plus(account == null ? FIRST : LONGEST));
        jdbi.useTransaction(handle -> {
            handle.execute("delete from sign_in where ends_at < ? or seen_at < ?", now, now.minus(IDLE));
            handle.createUpdate("insert into sign_in (digest, account, created_at, seen_at, ends_at)"
                            + " values (:digest, :account, :createdAt, :seenAt, :endsAt)")
                    .bindMethods(session)
                    .execute();
        });
        return secret;
    }

    /** Returns the session of a secret if it is still valid. */
    Optional<Session> find(String secret) {
        Instant now = clock.instant();
        return jdbi.withHandle(handle -> handle.createQuery("select * from sign_in where digest = :digest")
                        .bind("digest", Secrets.digest(PURPOSE, secret))
                        .map(SESSION)
                        .findOne())
                .filter(session -> now.isBefore(session.endsAt())
                        && now.isBefore(session.seenAt().plus(IDLE)));
    }

    /**
     * Records the use of a session.
     *
     * @return whether it was recorded now, which happens at most once a minute
     */
    boolean seen(Session session) {
        Instant now = clock.instant();
        if (now.isBefore(session.seenAt().plus(SEEN_EVERY))) {
            return false;
        }
        jdbi.useHandle(
                handle -> handle.execute("update sign_in set seen_at = ? where digest = ?", now, session.digest()));
        return true;
    }

    void end(Session session) {
        jdbi.useHandle(handle -> handle.execute("delete from sign_in where digest = ?", session.digest()));
    }

    /** Ends all sessions of an account. */
    void endAll(String account) {
        jdbi.useHandle(handle -> handle.execute("delete from sign_in where account = ?", account));
    }

    /** Returns the CSRF token that a page sends in a header; only the holder of the secret can compute it. */
    static String csrf(String secret) {
        return Secrets.digest("csrf", secret);
    }
}
