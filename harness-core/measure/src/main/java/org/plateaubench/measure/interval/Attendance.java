// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

/**
 * How long the users that a load requested were present in one window of an interval (measurement rule M15): integrals
 * over time, summed over the users of an agent. Values are differences, so that their sum is the whole run. Requested
 * time that is neither connected, joining nor away was lost by the harness. Immutable.
 *
 * @param window a steady window
 * @param lengthNanos the part of the window in the interval
 * @param requestedNanos time of users that the load requested
 * @param connectedNanos the part in which they were connected
 * @param joiningNanos the part in which they connected for the first time, at most {@code
 *     AttendanceMeter.JOINING_NANOS} each
 * @param awayNanos the part in which the SUT had not accepted them, or not accepted them again
 */
public record Attendance(
        PhaseWindow window,
        long lengthNanos,
        long requestedNanos,
        long connectedNanos,
        long joiningNanos,
        long awayNanos) {}
