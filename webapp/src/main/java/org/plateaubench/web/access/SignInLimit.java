// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.web.http.Problem;

/**
 * Slows down password guessing: failed attempts are counted per account and address, per address and per account. Those
 * of a {@linkplain KnownBrowsers known browser} are counted for it alone, so that guesses of other callers do not close
 * an account to its owner. A failure counts for some time; after that, another attempt is allowed. So a user who is
 * blocked by the guesses of others waits only until one failure no longer counts, not all of them. Memory is bounded:
 * the oldest failures are dropped first. Any thread.
 */
final class SignInLimit {
    /** Time after which one more attempt is allowed. */
    static final Duration EASE = Duration.ofMinutes(1);

    private static final Duration EASE_OF_A_SUSPECT = Duration.ofMinutes(5);
    private static final Duration EASE_OF_AN_ADDRESS = Duration.ofSeconds(10);

    /** Allows for typing errors. */
    static final int PER_ACCOUNT_AND_ADDRESS = 5;

    /** Attempts of each browser that is known to the account. */
    static final int PER_BROWSER = 5;

    /**
     * Limits a caller who tries many accounts. Many users may share an address, so it is not blocked: beyond this each
     * account has one attempt from it, which is enough for the right password.
     */
    static final int PER_ADDRESS = 30;

    private static final int FROM_A_SUSPECT = 1;

    /** Limits many callers who try one account: with one more a minute, 100 within any hour. */
    static final int PER_ACCOUNT = 40;

    private static final int MAXIMUM_KEYS = 10_000;

    private final InstantSource clock;
    private final Map<String, Failed> failures = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failed> eldest) {
            return size() > MAXIMUM_KEYS;
        }
    };

    /**
     * Failures that count.
     *
     * @param since when the time of the oldest of them began
     */
    private record Failed(int times, Instant since) {
        Failed plus(int more) {
            return new Failed(times + more, since);
        }

        /** The failures that still count, of which each counts for some time after the one before it. */
        Failed after(Duration ease, Instant now) {
            long gone = Math.max(0, Duration.between(since, now).dividedBy(ease));
            return gone >= times
                    ? new Failed(0, now)
                    : new Failed((int) (times - gone), since.plus(ease.multipliedBy(gone)));
        }
    }

    /**
     * A bound on failures.
     *
     * @param most greatest number of failures
     * @param ease time for which each counts
     */
    private record Bound(int most, Duration ease) {}

    /** An attempt that counts as a failure until it succeeds. */
    final class Attempt {
        private final String own;
        private final Set<String> keys;

        private Attempt(String own, Set<String> keys) {
            this.own = own;
            this.keys = keys;
        }

        /** Counts the attempt as successful, and those before it by the same caller. */
        void succeeded() {
            synchronized (SignInLimit.this) {
                for (String key : keys) {
                    failures.computeIfPresent(key, (same, failed) -> failed.times() > 1 ? failed.plus(-1) : null);
                }
                failures.remove(own);
            }
        }
    }

    SignInLimit(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns the keys that an attempt of an unknown browser counts for, each with its bound. */
    private Map<String, Bound> bounds(String account, String address, Instant now) {
        String there = "address " + address;
        boolean isSuspect = failed(there, EASE_OF_AN_ADDRESS, now).times() >= PER_ADDRESS;
        return Map.of(
                both(account, address),
                isSuspect ? new Bound(FROM_A_SUSPECT, EASE_OF_A_SUSPECT) : new Bound(PER_ACCOUNT_AND_ADDRESS, EASE),
                there,
                new Bound(Integer.MAX_VALUE, EASE_OF_AN_ADDRESS),
                "account " + account,
                new Bound(PER_ACCOUNT, EASE));
    }

    private Failed failed(String key, Duration ease, Instant now) {
        Failed failed = failures.get(key);
        return failed == null ? new Failed(0, now) : failed.after(ease, now);
    }

    private static String both(String account, String address) {
        return "both " + address + " " + account;
    }

    /**
     * Refuses an attempt after too many failures. An attempt counts as a failure until it succeeds: comparing a
     * password takes time, and all attempts within that time would otherwise pass.
     *
     * @param browser key of a browser that is known to the account; beyond its own bound it counts as an unknown one
     */
    synchronized Attempt attempt(String account, String address, Optional<String> browser) {
        Instant now = clock.instant();
        Bound own = new Bound(PER_BROWSER, EASE);
        Optional<String> known = browser.map(key -> "browser " + key)
                .filter(key -> failed(key, EASE, now).times() < PER_BROWSER);
        Map<String, Bound> bounds = known.map(key -> Map.of(key, own)).orElseGet(() -> bounds(account, address, now));
        bounds.forEach((key, bound) -> {
            Failed failed = failed(key, bound.ease(), now);
            if (failed.times() >= bound.most()) {
                throw refused(failed, bound, now);
            }
        });
        bounds.forEach((key, bound) -> {
            Failed more = failed(key, bound.ease(), now).plus(1);
            failures.remove(key);
            failures.put(key, more);
        });
        return new Attempt(known.orElse(both(account, address)), bounds.keySet());
    }

    private static Problem refused(Failed failed, Bound bound, Instant now) {
        Instant end = failed.since().plus(bound.ease().multipliedBy(failed.times() - bound.most() + 1L));
        long wait = Duration.between(now, end).toSeconds() + 1;
        return Problem.later(429, "Too many attempts failed; try again in " + wait + " s.", wait);
    }

    synchronized int keys() {
        return failures.size();
    }
}
