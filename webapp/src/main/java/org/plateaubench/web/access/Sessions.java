// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Secrets;

/** The sessions, which survive a restart. Only digests of their secrets are stored. Any thread. */
final class Sessions {
    static final Duration IDLE = Duration.ofHours(12);
    static final Duration LONGEST = Duration.ofDays(7);

    /** Longest session with the token of the first start, enough to create an account. */
    static final Duration FIRST = Duration.ofHours(1);

    /** Shortest time between two updates of the time of last use. */
    private static final Duration SEEN_EVERY = Duration.ofMinutes(1);

    private static final String PURPOSE = "session";

    private final AccountFile file;
    private final InstantSource clock;

    Sessions(AccountFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Begins a session and returns the secret for its cookie. */
    String begin(@Nullable String account) {
        String secret = Secrets.random();
        Instant now = clock.instant();
        Session session = new Session(
                Secrets.digest(PURPOSE, secret), account, now, now, now.plus(account == null ? FIRST : LONGEST));
        file.change(content -> {
            if (account != null) {
                Accounts.present(content, account);
            }
            return content.withSessions(
                    AccountFile.added(AccountFile.without(content.sessions(), one -> !isValid(one, now)), session));
        });
        return secret;
    }

    /** Returns the session of a secret if it is still valid. */
    Optional<Session> find(String secret) {
        Instant now = clock.instant();
        String digest = Secrets.digest(PURPOSE, secret);
        return file.content().sessions().stream()
                .filter(session -> session.digest().equals(digest))
                .filter(session -> isValid(session, now))
                .findFirst();
    }

    private static boolean isValid(Session session, Instant now) {
        return now.isBefore(session.endsAt()) && now.isBefore(session.seenAt().plus(IDLE));
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
        file.change(content -> content.withSessions(AccountFile.replaced(
                content.sessions(), one -> one.digest().equals(session.digest()), one -> one.seen(now))));
        return true;
    }

    void end(Session session) {
        end(one -> one.digest().equals(session.digest()));
    }

    /** Ends all sessions of an account. */
    void endAll(String account) {
        end(one -> account.equals(one.account()));
    }

    private void end(Predicate<Session> which) {
        file.change(content -> content.withSessions(AccountFile.without(content.sessions(), which)));
    }

    /** Returns the CSRF token that a page sends in a header; only the holder of the secret can compute it. */
    static String csrf(String secret) {
        return Secrets.digest("csrf", secret);
    }
}
