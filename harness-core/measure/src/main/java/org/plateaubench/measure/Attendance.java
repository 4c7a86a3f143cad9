// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

/**
 * Who of the users that a load asked for was there in one window of an interval (measurement rule M15): integrals over
 * time, added over the users of an agent. Differences, so that their sum is the run. What is asked for and neither
 * connected, joining nor away was lost by the harness. Immutable.
 *
 * @param window a steady window
 * @param lengthNanos how much of the window the interval holds
 * @param askedNanos users that the load asked for
 * @param connectedNanos those of them that were connected
 * @param joiningNanos those that connected for the first time, for at most {@link AttendanceMeter#JOINING_NANOS} each
 * @param awayNanos those that the SUT had not let in, not yet or not again
 */
public record Attendance(
        PhaseWindow window,
        long lengthNanos,
        long askedNanos,
        long connectedNanos,
        long joiningNanos,
        long awayNanos) {}
