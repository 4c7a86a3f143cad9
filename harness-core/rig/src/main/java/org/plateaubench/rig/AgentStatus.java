// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a controller knows of an agent of its broker.
 *
 * @param agent its name, which the broker vouches for
 * @param who what it says of itself, null when that cannot be read
 * @param flaw why it cannot be read, a sentence; empty when it can
 * @param ago how long ago it was heard last
 * @param clock its clock, null when it has answered no question for it yet
 */
public record AgentStatus(
        String agent,
        @Nullable Presence who,
        String flaw,
        Duration ago,
        @Nullable ClockReading clock) {
    /** An agent publishes who it is every 5 s; one that was not heard twice is missing. */
    public static final Duration MISSING = Duration.ofSeconds(11);

    /** Whether it has not sent a message for so long that it is missing, which is neither dead nor well. */
    public boolean isMissing() {
        return ago.compareTo(MISSING) > 0;
    }

    /**
     * The clock of an agent, by the shortest of some round trips.
     *
     * @param aheadNanos how far it is ahead of the clock of this process; both count from any instant
     * @param boundNanos greatest error of that, half of the round trip
     */
    public record ClockReading(long aheadNanos, long boundNanos) {}
}
