// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of an agent as known to a controller.
 *
 * @param agent its name, guaranteed by the broker
 * @param who its last published presence, null if that could not be read
 * @param flaw the reason why it could not be read, one sentence; empty otherwise
 * @param ago the time since its last message
 * @param clock its clock, null before its first answer to a clock request
 */
public record AgentStatus(
        String agent,
        @Nullable Presence who,
        String flaw,
        Duration ago,
        @Nullable ClockReading clock) {
    /**
     * Time without a message after which an agent is missing. Agents publish their presence every 5 s, so two in a row
     * are missing.
     */
    public static final Duration MISSING = Duration.ofSeconds(11);

    /** Whether it has not sent a message for so long that it is missing. The cause is not known. */
    public boolean isMissing() {
        return ago.compareTo(MISSING) > 0;
    }

    /**
     * The clock of an agent, determined by the shortest of some round trips.
     *
     * @param aheadNanos difference to the clock of this process, positive when the agent's is ahead; both have
     *     arbitrary origins
     * @param boundNanos greatest error of the difference, half of the round trip
     */
    public record ClockReading(long aheadNanos, long boundNanos) {}
}
