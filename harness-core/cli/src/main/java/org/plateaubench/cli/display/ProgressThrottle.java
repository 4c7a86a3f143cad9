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
 * Decides which progress report gets a line: the first and the last of each activity, and one per ten seconds of each
 * workload or SUT, however many activities run there. Confined to one thread at a time.
 */
final class ProgressThrottle {
    private static final Duration EVERY = Duration.ofSeconds(10);

    /**
     * Number of activities that get a first and a last line, so that a plugin whose activity names contain a counter
     * does not flood the output.
     */
    private static final int MOST_ACTIVITIES = 100;

    private final InstantSource clock;
    private final Map<String, Scope> scopes = new HashMap<>();

    ProgressThrottle(InstantSource clock) {
        this.clock = clock;
    }

    /** Whether a report gets a line. If so, it counts as displayed. */
    boolean isDue(String scope, String activity, long done, long total) {
        return scopes.computeIfAbsent(scope, name -> new Scope()).isDue(activity, total > 0 && done >= total);
    }

    private final class Scope {
        private final Set<String> begun = new HashSet<>();
        private final Set<String> ended = new HashSet<>();
        private Instant next = Instant.EPOCH;

        boolean isDue(String activity, boolean ends) {
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
