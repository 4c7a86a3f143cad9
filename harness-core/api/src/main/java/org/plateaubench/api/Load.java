// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The load of a workload: a number of users (closed) or a rate of arrivals (open). Immutable. */
public sealed interface Load {

    /** Maximum number of users that exist at the same time. */
    int users();

    /** Maximum number of outstanding operations per user, at least 1; above 1 only for event-loop drivers. */
    int depth();

    /** The load schedule of the steady phase, in order; empty if the level is constant. */
    List<LoadStep> steps();

    /** Maximum number of units per user that are due and have not ended, above 0; null for no bound. */
    default @Nullable Double backlogPerUser() {
        return null;
    }

    /**
     * Closed load: a number of users, constant or by a schedule, each of which starts its next unit according to its
     * pacing. User u is active while the level is above u, so that users with low numbers stay longest.
     *
     * @param users maximum number of emulated users at once over all agents, at least 1
     * @param steps numbers of users in the steady phase, empty if the number is always {@code users}
     * @param backlogPerUser null for no bound, and for users whose next unit waits for the previous one
     */
    record Closed(
            int users,
            int depth,
            List<LoadStep> steps,
            @Nullable Double backlogPerUser) implements Load {
        /** A constant number of users. */
        public Closed(int users, int depth) {
            this(users, depth, List.of(), null);
        }

        public Closed {
            steps = List.copyOf(steps);
        }
    }

    /**
     * Open load: arrivals at a rate that does not depend on the SUT.
     *
     * @param ratePerSecond units per second over all lanes, above 0; with a schedule, the highest rate
     * @param arrival spacing of the arrivals
     * @param users maximum number of arrivals in service at once
     * @param lanes number of independent arrival sequences, which are distributed to the agents, at least 1
     * @param queueBound maximum number of arrivals that wait for a free user, at least 1; further ones are dropped
     * @param steps units per second in the steady phase, empty if the rate is always {@code ratePerSecond}
     */
    record Open(
            double ratePerSecond,
            Arrival arrival,
            int users,
            int depth,
            int lanes,
            int queueBound,
            List<LoadStep> steps)
            implements Load {
        /** A constant rate. */
        public Open(double ratePerSecond, Arrival arrival, int users, int depth, int lanes, int queueBound) {
            this(ratePerSecond, arrival, users, depth, lanes, queueBound, List.of());
        }

        public Open {
            steps = List.copyOf(steps);
        }
    }

    /** The distribution of the gaps between the arrivals of open load. */
    enum Arrival {
        /** Equal gaps. */
        REGULAR,
        /** Exponential gaps. */
        POISSON
    }

    /**
     * The part of the load that one agent drives. Users and lanes are numbered over all agents; lanes and queue are 0
     * in closed load.
     *
     * @param queueBound maximum number of arrivals that wait in this agent
     */
    record Share(int firstUser, int users, int firstLane, int lanes, int queueBound) {
        /** The whole load, for a run with a single agent. */
        public static Share whole(Load load) {
            return switch (load) {
                case Closed closed -> new Share(0, closed.users(), 0, 0, 0);
                case Open open -> new Share(0, open.users(), 0, open.lanes(), open.queueBound());
            };
        }
    }

    /** The time in which the load of a tile rises to its level, in nanoseconds on the run's clock. */
    record Ramp(long startNanos, long lengthNanos) {
        /** The whole ramp-up phase. */
        public static Ramp all(PhaseTimes phases) {
            return new Ramp(0, phases.rampUp().toNanos());
        }
    }
}
