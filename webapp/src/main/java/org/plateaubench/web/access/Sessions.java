// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Secrets;

/** Who is signed in; survives a restart. Only digests of the secrets are kept. Any thread. */
final class Sessions {
    static final Duration IDLE = Duration.ofHours(12);
    static final Duration LONGEST = Duration.ofDays(7);

    /** By a provider: what it says of a person is not believed for longer than a day of work. */
    static final Duration BY_PROVIDER = Duration.ofHours(12);

    /** By the token of the first start: long enough to make an account. */
    static final Duration FIRST = Duration.ofHours(1);

    /** Seen is written down no more often. */
    private static final Duration SEEN_EVERY = Duration.ofMinutes(1);

    private static final String PURPOSE = "session";

    private final Jdbi jdbi;
    private final InstantSource clock;

    Sessions(Jdbi jdbi, InstantSource clock) {
        this.jdbi = jdbi;
        this.clock = clock;
    }

    /** Begins one and gives the secret for its cookie. */
    String begin(@Nullable String account) {
        return begin(account, account == null ? FIRST : LONGEST);
    }

    /** The same, for so long at most. */
    String begin(@Nullable String account, Duration longest) {
        String secret = Secrets.random();
        Instant now = clock.instant();
        Session session = new Session(Secrets.digest(PURPOSE, secret), account, now, now, now.plus(longest));
        jdbi.useTransaction(handle -> {
            handle.createUpdate("delete from sign_in where ends_at < :now or seen_at < :idle")
                    .bind("now", now)
                    .bind("idle", now.minus(IDLE))
                    .execute();
            handle.createUpdate("insert into sign_in (digest, account, created_at, seen_at, ends_at)"
                            + " values (:digest, :account, :createdAt, :seenAt, :endsAt)")
                    .bindMethods(session)
                    .execute();
        });
        return secret;
    }

    /** That of a secret, if it goes on. */
    Optional<Session> find(String secret) {
        Instant now = clock.instant();
        return jdbi.withHandle(handle -> handle.createQuery("select * from sign_in where digest = :digest")
                        .bind("digest", Secrets.digest(PURPOSE, secret))
                        .map(ConstructorMapper.of(Session.class))
                        .findOne())
                .filter(session -> now.isBefore(session.endsAt())
                        && now.isBefore(session.seenAt().plus(IDLE)));
    }

    /**
     * Notes that one is used.
     *
     * @return whether it was noted now; not more often than once a minute
     */
    boolean seen(Session session) {
        Instant now = clock.instant();
        if (now.isBefore(session.seenAt().plus(SEEN_EVERY))) {
            return false;
        }
        jdbi.useHandle(handle -> handle.createUpdate("update sign_in set seen_at = :now where digest = :digest")
                .bind("now", now)
                .bind("digest", session.digest())
                .execute());
        return true;
    }

    void end(Session session) {
        jdbi.useHandle(handle -> handle.createUpdate("delete from sign_in where digest = :digest")
                .bind("digest", session.digest())
                .execute());
    }

    /** Ends all of an account. */
    void endAll(String account) {
        jdbi.useHandle(handle -> handle.createUpdate("delete from sign_in where account = :account")
                .bind("account", account)
                .execute());
    }

    /** What a page shows in a header to prove that it is ours; only who knows the secret can tell it. */
    static String csrf(String secret) {
        return Secrets.digest("csrf", secret);
    }
}
