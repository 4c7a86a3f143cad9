// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.web.http.Problem;

/**
 * Slows down password guessing: failed attempts are counted per account and address, per address and per account. Those
 * of a {@linkplain KnownBrowsers known browser} are counted for it alone, so that guesses of other callers do not close
 * an account to its owner. Memory is bounded: the oldest failures are dropped first. Any thread.
 */
final class SignInLimit {
    static final Duration WINDOW = Duration.ofMinutes(5);

    /** Allows for typing errors. */
    static final int PER_ACCOUNT_AND_ADDRESS = 5;

    /** As many for each browser that is known to the account. */
    static final int PER_BROWSER = 5;

    /**
     * Limits a caller who tries many accounts. Many users may share an address, so it is not blocked: beyond this each
     * account has one attempt from it, which is enough for the right password.
     */
    static final int PER_ADDRESS = 30;

    private static final int FROM_A_SUSPECT = 1;

    /** Limits many callers who try one account. */
    static final int PER_ACCOUNT = 100;

    private static final int MAXIMUM_KEYS = 10_000;

    private final InstantSource clock;
    private final Map<String, Failed> failures = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failed> eldest) {
            return size() > MAXIMUM_KEYS;
        }
    };

    private record Failed(int times, Instant since) {
        Failed oneMore() {
            return new Failed(times + 1, since);
        }

        Failed oneLess() {
            return new Failed(times - 1, since);
        }
    }

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
                    failures.computeIfPresent(key, (same, failed) -> failed.times() > 1 ? failed.oneLess() : null);
                }
                failures.remove(own);
            }
        }
    }

    SignInLimit(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns the keys that an attempt of an unknown browser counts for, each with the number of failures allowed. */
    private Map<String, Integer> bounds(String account, String address, Instant now) {
        Failed there = failures.get("address " + address);
        boolean isSuspect = there != null && there.times() >= PER_ADDRESS && !hasEnded(there, now);
        return Map.of(
                both(account, address),
                isSuspect ? FROM_A_SUSPECT : PER_ACCOUNT_AND_ADDRESS,
                "address " + address,
                Integer.MAX_VALUE,
                "account " + account,
                PER_ACCOUNT);
    }

    private static String both(String account, String address) {
        return "both " + address + " " + account;
    }

    private static boolean hasEnded(Failed failed, Instant now) {
        return !now.isBefore(failed.since().plus(WINDOW));
    }

    /**
     * Refuses an attempt after too many failures. An attempt counts as a failure until it succeeds: comparing a
     * password takes time, and all attempts within that time would otherwise pass.
     *
     * @param browser key of a browser that is known to the account; beyond its own bound it counts as an unknown one
     */
    synchronized Attempt attempt(String account, String address, Optional<String> browser) {
        Instant now = clock.instant();
        Optional<String> known = browser.map(key -> "browser " + key).filter(key -> !isReached(key, PER_BROWSER, now));
        Map<String, Integer> bounds =
                known.map(key -> Map.of(key, PER_BROWSER)).orElseGet(() -> bounds(account, address, now));
        bounds.forEach((key, bound) -> {
            if (isReached(key, bound, now)) {
                throw refused(key, now);
            }
        });
        for (String key : bounds.keySet()) {
            Failed before = failures.remove(key);
            failures.put(key, before == null || hasEnded(before, now) ? new Failed(1, now) : before.oneMore());
        }
        return new Attempt(known.orElse(both(account, address)), bounds.keySet());
    }

    private boolean isReached(String key, int bound, Instant now) {
        Failed failed = failures.get(key);
        return failed != null && failed.times() >= bound && !hasEnded(failed, now);
    }

    private Problem refused(String key, Instant now) {
        Instant end = Objects.requireNonNull(failures.get(key)).since().plus(WINDOW);
        long wait = Duration.between(now, end).toSeconds() + 1;
        return new Problem(
                429,
                "Too many attempts failed; try again in " + wait + " s.",
                List.of(),
                Map.of("Retry-After", String.valueOf(wait)));
    }

    synchronized int keys() {
        return failures.size();
    }
}
