// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Secrets;
import org.springframework.security.crypto.bcrypt.BCrypt;

/** What makes a password, and what is kept of one. Any thread. */
final class Passwords {
    static final int MINIMUM_LENGTH = 10;
    static final int MAXIMUM_LENGTH = 200;
    private static final int DISTINCT_AT_LEAST = 5;

    /** A flood of guesses may not take the processors from a run that is measured on them. */
    private static final int AT_ONCE = 1;

    private static final long PATIENCE_SECONDS = 10;

    private final SecureRandom random = new SecureRandom();
    private final Semaphore turns = new Semaphore(AT_ONCE, true);

    private final int cost;

    /** Compared with when there is no such account, so that the time does not tell. */
    private final String nobody;

    Passwords(int cost) {
        this.cost = cost;
        nobody = hash("nobody");
    }

    /** Refuses what is no good password. */
    static void check(String name, String password) {
        String wrong = wrong(name, password);
        if (wrong != null) {
            throw Problem.wrongInput("The password " + wrong + ".", new Problem.Detail("password", null, null, wrong));
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

    /** What is kept of a password. */
    String digest(String password) {
        return inTurn(() -> hash(password));
    }

    /** Whether a password is that of which this was kept; as slow when nothing was. */
    boolean matches(String password, @Nullable String digest) {
        boolean matches =
                inTurn(() -> BCrypt.checkpw(material(password), digest == null ? nobody : digest)) && digest != null;
        return matches && password.length() <= MAXIMUM_LENGTH;
    }

    private String hash(String password) {
        return BCrypt.hashpw(material(password), BCrypt.gensalt(cost, random));
    }

    /** BCrypt looks at the first 72 bytes alone, so it gets a digest of all. */
    private static String material(String password) {
        String normal = Normalizer.normalize(password, Normalizer.Form.NFC);
        return Secrets.digest("password", normal);
    }

    private <T> T inTurn(Supplier<T> work) {
        try {
            if (!turns.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new Problem(503, "Too many sign in at once; try again.", List.of(), Map.of("Retry-After", "10"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Problem(503, "The console is ending.", List.of());
        }
        try {
            return work.get();
        } finally {
            turns.release();
        }
    }
}
