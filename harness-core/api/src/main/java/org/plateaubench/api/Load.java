// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/** How much work a workload is given. Immutable. */
@API(status = EXPERIMENTAL, since = "0.1")
public sealed interface Load {

    /** Greatest number of users that exist at the same time. */
    int users();

    /** Commands that one connection may have outstanding; above 1 only for event-loop drivers. */
    int depth();

    /**
     * A fixed number of users, each of which starts its next unit after its own pacing.
     *
     * @param users emulated users over all agents, at least 1
     * @param depth outstanding commands per user, at least 1
     */
    record Closed(int users, int depth) implements Load {
        public Closed {
            requireAtLeastOne(users, "users");
            requireAtLeastOne(depth, "depth");
        }
    }

    /**
     * Arrivals at a rate, whatever the SUT does with them.
     *
     * @param ratePerSecond units per second over all lanes, above 0
     * @param arrival spacing of the arrivals
     * @param users most arrivals in service at once
     * @param depth outstanding commands per user, at least 1
     * @param lanes independent arrival sequences that are dealt to agents, at least 1
     * @param queueBound arrivals that may wait for a free user; one more is dropped
     */
    record Open(double ratePerSecond, Arrival arrival, int users, int depth, int lanes, int queueBound)
            implements Load {
        public Open {
            if (!(ratePerSecond > 0) || Double.isInfinite(ratePerSecond)) {
                throw new IllegalArgumentException("ratePerSecond must be above 0, found " + ratePerSecond);
            }
            requireAtLeastOne(users, "users");
            requireAtLeastOne(depth, "depth");
            requireAtLeastOne(lanes, "lanes");
            requireAtLeastOne(queueBound, "queueBound");
        }
    }

    /** Spacing of open-loop arrivals. */
    enum Arrival {
        /** Equal gaps. */
        REGULAR,
        /** Exponential gaps. */
        POISSON
    }

    private static void requireAtLeastOne(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, found " + value);
        }
    }
}
