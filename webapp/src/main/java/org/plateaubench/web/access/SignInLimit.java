// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.web.http.Problem;

/**
 * Slows down password guessing: failed attempts are counted per account and address, per address and per account.
 * Memory is bounded: the oldest failures are dropped first. Any thread.
 */
final class SignInLimit {
    static final Duration WINDOW = Duration.ofMinutes(5);

    /** Allows for typing errors. */
    static final int PER_ACCOUNT_AND_ADDRESS = 5;

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

    SignInLimit(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns the keys that an attempt counts for, each with the number of failures allowed. */
    private Map<String, Integer> bounds(String account, String address, Instant now) {
        Failed there = failures.get("address " + address);
        boolean isSuspect = there != null && there.times() >= PER_ADDRESS && !hasEnded(there, now);
        return Map.of(
                "both " + address + " " + account,
                isSuspect ? FROM_A_SUSPECT : PER_ACCOUNT_AND_ADDRESS,
                "address " + address,
                Integer.MAX_VALUE,
                "account " + account,
                PER_ACCOUNT);
    }

    private static boolean hasEnded(Failed failed, Instant now) {
        return !now.isBefore(failed.since().plus(WINDOW));
    }

    /**
     * Refuses an attempt after too many failures. An attempt counts as a failure until it succeeds: comparing a
     * password takes time, and all attempts within that time would otherwise pass.
     */
    synchronized void attempt(String account, String address) {
        Instant now = clock.instant();
        Map<String, Integer> bounds = bounds(account, address, now);
        bounds.forEach((key, bound) -> {
            Failed failed = failures.get(key);
            if (failed != null
                    && failed.times() >= bound
                    && now.isBefore(failed.since().plus(WINDOW))) {
                long wait = Duration.between(now, failed.since().plus(WINDOW)).toSeconds() + 1;
                throw new Problem(
                        429,
                        "Too many attempts failed; try again in " + wait + " s.",
                        List.of(),
                        Map.of("Retry-After", String.valueOf(wait)));
            }
        });
        for (String key : bounds.keySet()) {
            Failed before = failures.remove(key);
            failures.put(key, before == null || hasEnded(before, now) ? new Failed(1, now) : before.oneMore());
        }
    }

    /** Counts an attempt as successful and marks the account as known at that address. */
    synchronized void succeeded(String account, String address) {
        for (String key : bounds(account, address, clock.instant()).keySet()) {
            failures.computeIfPresent(key, (same, failed) -> failed.times() > 1 ? failed.oneLess() : null);
        }
        failures.remove("both " + address + " " + account);
    }

    synchronized int keys() {
        return failures.size();
    }
}
