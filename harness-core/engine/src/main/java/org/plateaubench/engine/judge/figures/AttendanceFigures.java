// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

/**
 * Presence of the users that a load requires: means over time, summed over agents.
 *
 * @param asked users that the load requires
 * @param joining number of them that were connecting for the first time, each for at most a second
 * @param away number of them that the SUT had not accepted, or not accepted again
 * @param longestShortSeconds longest time for which more users were away than may be missing, in s
 */
public record AttendanceFigures(
        double asked, double connected, double joining, double away, double longestShortSeconds) {
    /** Greatest share of the required users that may be missing. */
    public static final double ABSENT_PERCENT = 2;

    /** Users that are not there without a cause in the SUT. */
    public double lost() {
        return asked - connected - joining - away;
    }
}
