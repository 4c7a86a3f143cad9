// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

/**
 * Presence of the users that a load requires: means over time, summed over agents.
 *
 * @param asked users that the load requires
 * @param connected the part of them that was connected
 * @param joining the part that connected for the first time, each for a second at most
 * @param away the part that the SUT had not accepted, or not again
 * @param longestShortSeconds longest time for which more users were away than may be missing
 */
public record AttendanceFigures(
        double asked, double connected, double joining, double away, double longestShortSeconds) {
    /** Greatest share of the required users that may be missing. */
    public static final double ABSENT_PERCENT = 2;
}
