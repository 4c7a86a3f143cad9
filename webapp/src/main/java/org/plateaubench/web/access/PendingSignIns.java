// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.access.provider.StartedSignIn;
import org.plateaubench.web.http.Secrets;

/**
 * Sign-ins in progress at a provider, and refusals that their browsers have not shown yet. Each belongs to the one
 * browser that has the secret of its cookie, and can be taken once. Any thread.
 */
final class PendingSignIns {
    /** Time limit of a sign-in: long enough to find a password and a second factor. */
    static final Duration LIFETIME = Duration.ofMinutes(10);

    /** Most sign-ins in progress. Anyone may begin one; the oldest are removed. */
    private static final int MOST = 10_000;

    private static final String PURPOSE = "pending-sign-in";

    private final InstantSource clock;
    private final Map<String, Pending> all = new LinkedHashMap<>();

    PendingSignIns(InstantSource clock) {
        this.clock = clock;
    }

    /** What is stored for a cookie: a sign-in that was begun, or the reason of a refusal. */
    private record Pending(@Nullable StartedSignIn begun, String text, Instant endsAt) {}

    /**
     * A sign-in whose browser returned in time.
     *
     * @param begun how the sign-in was begun
     * @param returnTo path of the page that the user requested
     */
    record ReturnedSignIn(StartedSignIn begun, String returnTo) {}

    /** Stores a sign-in and returns the secret for its cookie. */
    String begin(StartedSignIn begun, String returnTo) {
        return put(begun, returnTo);
    }

    /** Stores the reason of a refusal and returns the secret for its cookie. */
    String refuse(String sentence) {
        return put(null, sentence);
    }

    private synchronized String put(@Nullable StartedSignIn begun, String text) {
        Instant now = clock.instant();
        // The oldest come first.
        all.values().removeIf(pending -> !now.isBefore(pending.endsAt()));
        if (all.size() >= MOST) {
            all.remove(all.keySet().iterator().next());
        }
        String secret = Secrets.random();
        all.put(Secrets.digest(PURPOSE, secret), new Pending(begun, text, now.plus(LIFETIME)));
        return secret;
    }

    /** Returns and removes the sign-in of a secret if it is still in progress. */
    Optional<ReturnedSignIn> take(String secret) {
        Pending pending = remove(secret, false);
        return pending == null || pending.begun() == null
                ? Optional.empty()
                : Optional.of(new ReturnedSignIn(pending.begun(), pending.text()));
    }

    /** Returns and removes the reason why the sign-in of a secret was refused, if it was. */
    Optional<String> takeRefusal(String secret) {
        Pending pending = remove(secret, true);
        return pending == null ? Optional.empty() : Optional.of(pending.text());
    }

    private synchronized @Nullable Pending remove(String secret, boolean isRefusal) {
        String digest = Secrets.digest(PURPOSE, secret);
        Pending pending = all.get(digest);
        if (pending == null || (pending.begun() == null) != isRefusal) {
            return null;
        }
        all.remove(digest);
        return clock.instant().isBefore(pending.endsAt()) ? pending : null;
    }
}
