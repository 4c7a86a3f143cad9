// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

/**
 * Who of the users that a load asked for was there: means over time, added over agents.
 *
 * @param asked users that the load asked for
 * @param connected those of them that were connected
 * @param joining those that connected for the first time, each for a second at most
 * @param away those that the SUT had not let in, not yet or not again
 * @param longestShortSeconds longest time for which more were away than a load may lack
 */
public record AttendanceFigures(
        double asked, double connected, double joining, double away, double longestShortSeconds) {
    /** Greatest part of the users asked for that may be missing. */
    public static final double ABSENT_PERCENT = 2;
}
