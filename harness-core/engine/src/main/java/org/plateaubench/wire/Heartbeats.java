// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * The interval between the heartbeats of an agent and its controller where nothing else is sent: 1 s up to 1,000
 * agents, then 1 s per 1,000 agents, at most 5 s. Up to 5,000 agents, all heartbeats of a run are therefore at most
 * about 2,000 per second. Stateless and thread-safe.
 */
public final class Heartbeats {
    private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(5);
    /** Heartbeats of all agents per second, until the interval has reached its maximum. */
    private static final int PER_SECOND = 1_000;

    private static final Duration MIN_REQUEST_INTERVAL = Duration.ofMillis(200);
    /** Clock requests of all agents per second. */
    private static final int REQUESTS_PER_SECOND = 2_000;
    /** An agent of a small rig is lost after this time without a message. */
    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(15);

    private Heartbeats() {}

    /** The time between two heartbeats. */
    public static Duration interval(int agents) {
        return intervalFor(MIN_INTERVAL, agents, PER_SECOND);
    }

    /** The time between two requests of an agent for the clock of the broker's host; one process answers for all. */
    public static Duration clockRequestInterval(int agents) {
        return intervalFor(MIN_REQUEST_INTERVAL, agents, REQUESTS_PER_SECOND);
    }

    /**
     * The time between two messages of one agent at which all agents together send the given number per second; at
     * least the given minimum, and at most 5 s.
     */
    private static Duration intervalFor(Duration min, int agents, int perSecond) {
        Duration interval = Duration.ofSeconds(agents).dividedBy(perSecond);
        return Collections.max(List.of(min, Collections.min(List.of(MAX_INTERVAL, interval))));
    }

    /**
     * The time without a message after which an agent is lost: 15 s, and the excess of the interval over 1 s. An agent
     * that stalls just before a heartbeat has already been silent for an interval, so an agent that stalls for less
     * than 14 s is never lost.
     */
    public static Duration timeout(int agents) {
        return MIN_TIMEOUT.plus(interval(agents)).minus(MIN_INTERVAL);
    }
}
