// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.security.SecureRandom;
import java.text.Normalizer;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Secrets;
import org.plateaubench.web.http.Turns;
import org.springframework.security.crypto.bcrypt.BCrypt;

/** The rules for passwords, and their digests. Any thread. */
final class Passwords {
    static final int MINIMUM_LENGTH = 10;
    static final int MAXIMUM_LENGTH = 200;
    private static final int DISTINCT_AT_LEAST = 5;

    /**
     * Password checks at a time: a flood of guesses must not take processors from a run that is measured on this host.
     */
    private static final int AT_ONCE = 1;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SecureRandom random = new SecureRandom();
    private final Turns turns =
            new Turns(AT_ONCE, PATIENCE, "Too many users are signing in at the same time; try again.");
    private final int cost;

    /** A digest to compare with when there is no such account, so that the time does not reveal that. */
    private final String nobody;

    Passwords(int cost) {
        this.cost = cost;
        nobody = hash("nobody");
    }

    /** Refuses a weak password. */
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
        if (password.chars().distinct().count() < DISTINCT_AT_LEAST) {
            return "repeats too few characters";
        }
        return password.toLowerCase(Locale.ROOT).contains(Accounts.normal(name)) && name.length() > 2
                ? "holds the name of the account"
                : null;
    }

    /** Returns the digest of a password that is stored. */
    String digest(String password) {
        return turns.take(() -> hash(password));
    }

    /** Returns whether a password matches a digest; without a digest this takes the same time. */
    boolean matches(String password, @Nullable String digest) {
        boolean matches = turns.take(() -> BCrypt.checkpw(material(password), digest == null ? nobody : digest))
                && digest != null;
        return matches && password.length() <= MAXIMUM_LENGTH;
    }

    private String hash(String password) {
        return BCrypt.hashpw(material(password), BCrypt.gensalt(cost, random));
    }

    /** Returns a digest of the whole password for BCrypt, which uses the first 72 bytes only. */
    private static String material(String password) {
        String normal = Normalizer.normalize(password, Normalizer.Form.NFC);
        return Secrets.digest("password", normal);
    }
}
