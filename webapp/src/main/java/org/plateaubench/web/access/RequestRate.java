// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;

/**
 * The rate limit of requests per account, over all its sessions and tokens. The journal records the first refused
 * request of every minute. Any thread.
 */
final class RequestRate {
    /** Burst of requests; a page sends a few dozen. */
    static final int AT_ONCE = 1_000;

    static final int PER_SECOND = 50;

    private static final Duration BETWEEN_ENTRIES = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final Map<String, Account> accounts = new HashMap<>();

    /** The requests that an account may still send now; the number grows with time. */
    private static final class Account {
        private double left = AT_ONCE;
        private Instant seen;
        private Instant nextEntry;

        Account(Instant now) {
            seen = now;
            nextEntry = now;
        }

        boolean mayAsk(Instant now) {
            // A clock that was set back changes nothing.
            double seconds = Math.max(0, Duration.between(seen, now).toNanos() / Nanos.PER_SECOND);
            left = Math.min(AT_ONCE, left + seconds * PER_SECOND);
            seen = now;
            if (left < 1) {
                return false;
            }
            left--;
            return true;
        }

        boolean isWritten(Instant now) {
            if (now.isBefore(nextEntry)) {
                return false;
            }
            nextEntry = now.plus(BETWEEN_ENTRIES);
            return true;
        }
    }

    RequestRate(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Counts a request of an account.
     *
     * @throws Problem 429 when the rate is exceeded
     */
    synchronized void count(String account, Context context) {
        Instant now = clock.instant();
        Account asking = accounts.computeIfAbsent(account, name -> new Account(now));
        if (asking.mayAsk(now)) {
            return;
        }
        if (asking.isWritten(now)) {
            Journal.writeDown(context);
        } else {
            Journal.changesNothing(context);
        }
        throw Problem.later(
                429,
                "Your account asks too often: more than " + PER_SECOND + " requests a second; ask more slowly.",
                1);
    }
}
