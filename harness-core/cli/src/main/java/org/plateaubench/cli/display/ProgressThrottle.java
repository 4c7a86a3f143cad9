// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which word of progress is worth a line: the first and the last of each activity, and one per ten seconds of each
 * workload or SUT, whatever number of activities go on there side by side. Confined to one thread at a time.
 */
final class ProgressThrottle {
    private static final Duration EVERY = Duration.ofSeconds(10);

    /** Names of activities beyond that have no first and last line: a plugin that counts in them must not flood. */
    private static final int MOST_ACTIVITIES = 100;

    private final InstantSource clock;
    private final Map<String, Scope> scopes = new HashMap<>();

    ProgressThrottle(InstantSource clock) {
        this.clock = clock;
    }

    /** Whether it is worth a line; then it counts as told. */
    boolean tells(String scope, String activity, long done, long total) {
        return scopes.computeIfAbsent(scope, name -> new Scope()).tells(activity, total > 0 && done >= total);
    }

    private final class Scope {
        private final Set<String> begun = new HashSet<>();
        private final Set<String> ended = new HashSet<>();
        private Instant next = Instant.EPOCH;

        boolean tells(String activity, boolean ends) {
            boolean first = begun.size() < MOST_ACTIVITIES && begun.add(activity);
            boolean last = ends && begun.contains(activity) && ended.add(activity);
            Instant now = clock.instant();
            if (!first && !last && now.isBefore(next)) {
                return false;
            }
            next = now.plus(EVERY);
            return true;
        }
    }
}
