// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import java.util.List;

/**
 * How the units of a workload were spread over its users (measurement rule M25), once for each part of the steady
 * phase, over those users that the load required during all of it. Immutable.
 *
 * @param window the part of the steady phase
 * @param nanos length of the observed time
 * @param readings how often the state of each user was read
 * @param clumping greatest probable variance of the units of a user in equal parts of the time, divided by the variance
 *     of independent units
 * @param groups the users, ascending by their number of units
 */
public record Evenness(PhaseWindow window, long nanos, long readings, double clumping, List<Group> groups) {
    /**
     * Users that began a similar number of units.
     *
     * @param firstUser global number of one of them
     * @param users number of users
     * @param units units that they began, summed
     * @param waits number of readings, summed over the users, in which a user was in an operation or without a
     *     connection
     */
    public record Group(int firstUser, int users, long units, long waits) {}
}
