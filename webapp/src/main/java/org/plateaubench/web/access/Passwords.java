// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.security.SecureRandom;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Secrets;
import org.springframework.security.crypto.bcrypt.BCrypt;

/** The rules for passwords, and their digests. Thread-safe. */
final class Passwords {
    static final int MINIMUM_LENGTH = 10;
    static final int MAXIMUM_LENGTH = 200;
    private static final int MIN_DISTINCT = 5;

    /** Time after a wrong password for which no other password of the same account from the same address is accepted. */
    static final Duration DELAY = Duration.ofSeconds(3);

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Instant> delays = new HashMap<>();
    private final int cost;
    private final InstantSource clock;

    /** A digest to compare with when there is no such account, so that the time does not reveal that. */
    private final String unmatchedDigest;

    Passwords(int cost, InstantSource clock) {
        this.cost = cost;
        this.clock = clock;
        unmatchedDigest = digest("nobody");
    }

    static void check(String name, String password) {
        String wrong = wrong(name, password);
        if (wrong != null) {
            throw Problem.wrongInput("The password " + wrong + ".", Problem.Detail.of("password", wrong));
        }
    }

    private static @Nullable String wrong(String name, String password) {
        if (password.length() < MINIMUM_LENGTH) {
            return "needs at least " + MINIMUM_LENGTH + " characters";
        }
        if (password.length() > MAXIMUM_LENGTH) {
            return "may have at most " + MAXIMUM_LENGTH + " characters";
        }
        if (password.chars().distinct().count() < MIN_DISTINCT) {
            return "repeats too few characters";
        }
        return password.toLowerCase(Locale.ROOT).contains(Accounts.normal(name)) && name.length() > 2
                ? "contains the name of the account"
                : null;
    }

    /** Returns the digest of a password that is stored. */
    String digest(String password) {
        return BCrypt.hashpw(material(password), BCrypt.gensalt(cost, random));
    }

    /**
     * Returns whether a password matches a digest; without a digest this takes the same time. One password is checked
     * at a time: guesses must not take processors from a run that is measured on this host.
     *
     * @throws Problem 429 soon after a wrong password
     */
    synchronized boolean matches(String account, String address, String password, @Nullable String digest) {
        Instant now = clock.instant();
        delays.values().removeIf(end -> !now.isBefore(end));
        String caller = address + " " + account;
        if (delays.containsKey(caller)) {
            throw Problem.later(
                    429, "The last password was wrong; try again in " + DELAY.toSeconds() + " s.", DELAY.toSeconds());
        }
        boolean matches = BCrypt.checkpw(material(password), digest == null ? unmatchedDigest : digest)
                && digest != null
                && password.length() <= MAXIMUM_LENGTH;
        if (!matches) {
            delays.put(caller, now.plus(DELAY));
        }
        return matches;
    }

    /** Returns a digest of the whole password for BCrypt, which uses the first 72 bytes only. */
    private static String material(String password) {
        String normal = Normalizer.normalize(password, Normalizer.Form.NFC);
        return Secrets.digest("password", normal);
    }
}
