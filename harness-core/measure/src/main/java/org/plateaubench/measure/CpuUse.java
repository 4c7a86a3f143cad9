// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

/**
 * CPU of an agent's process in one interval, and what kept it from more. CPU is in cores: CPU time over time, 1.5 being
 * one and a half cores all the time. What is not known is {@link #UNKNOWN}.
 *
 * @param cores of the whole process; more than there are is a fault of the measurement, and kept
 * @param driveCores of event loops, users and what carries users on virtual threads
 * @param collectorCores of the garbage collector
 * @param compilerCores of the compiler of the JVM
 * @param availableCores what the process may use, by its affinity and the quota of its control groups
 * @param driveWait how many of the threads that {@code driveCores} is of were ready to run and had no processor, on average
 * @param driveTurnsPerSecond how often per second one of these threads got a processor
 * @param throttled for what part of the time its control groups let the process, or a thread of it, not run
 */
public record CpuUse(
        double cores,
        double driveCores,
        double collectorCores,
        double compilerCores,
        double availableCores,
        double driveWait,
        double driveTurnsPerSecond,
        double throttled) {
    /** What stands for a figure that cannot be told. */
    public static final double UNKNOWN = -1;

    /** Where the system tells nothing. */
    public static final CpuUse NOT_TOLD =
            new CpuUse(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
}
