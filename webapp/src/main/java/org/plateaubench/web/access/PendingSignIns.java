// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.access.provider.Begun;
import org.plateaubench.web.http.Secrets;

/**
 * Sign-ins that are under way at a provider, and refusals that their browsers have not heard yet. Each belongs to the one
 * browser that has the secret of its cookie, and is taken once. Any thread.
 */
final class PendingSignIns {
    /** Long enough to find a password and a second factor. */
    static final Duration LIFE = Duration.ofMinutes(10);

    /** Anybody may begin one; those that were begun first go. */
    private static final int MOST = 10_000;

    private static final String PURPOSE = "pending-sign-in";

    private final InstantSource clock;
    private final Map<String, Pending> all = new LinkedHashMap<>();

    PendingSignIns(InstantSource clock) {
        this.clock = clock;
    }

    /** What is remembered of one: that it was begun, or why it was refused. */
    private record Pending(@Nullable Begun begun, String text, Instant endsAt) {}

    /**
     * One that comes back in time.
     *
     * @param begun with what it was begun
     * @param returnTo path of the page that was asked for
     */
    record Taken(Begun begun, String returnTo) {}

    /** Remembers one and gives the secret for its cookie. */
    String begin(Begun begun, String returnTo) {
        return put(begun, returnTo);
    }

    /** Remembers why one was refused and gives the secret for its cookie. */
    String refuse(String sentence) {
        return put(null, sentence);
    }

    private synchronized String put(@Nullable Begun begun, String text) {
        Instant now = clock.instant();
        // The oldest stand first.
        all.values().removeIf(pending -> !now.isBefore(pending.endsAt()));
        if (all.size() >= MOST) {
            all.remove(all.keySet().iterator().next());
        }
        String secret = Secrets.random();
        all.put(Secrets.digest(PURPOSE, secret), new Pending(begun, text, now.plus(LIFE)));
        return secret;
    }

    /** The one of a secret, if it is still under way; it is not any more. */
    Optional<Taken> take(String secret) {
        Pending pending = remove(secret, false);
        return pending == null || pending.begun() == null
                ? Optional.empty()
                : Optional.of(new Taken(pending.begun(), pending.text()));
    }

    /** Why the one of a secret was refused, if it was; it is told once. */
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
