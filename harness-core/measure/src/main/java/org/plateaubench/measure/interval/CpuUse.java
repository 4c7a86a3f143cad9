// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

/**
 * CPU use of an agent's process in one interval, and its limits. CPU is measured in cores, as CPU time divided by time.
 * An unknown value is {@link #UNKNOWN}.
 *
 * @param cores cores of the whole process; a value above the existing cores is a measurement fault and is kept
 * @param driveCores of event loops, users and the carriers of virtual threads
 * @param collectorCores cores of the garbage collector
 * @param compilerCores cores of the JVM's compiler
 * @param availableCores cores that the process may use, by its affinity and the quota of its control groups
 * @param driveWait how many of the threads of {@code driveCores} were ready to run and had no processor, on average
 * @param driveTurnsPerSecond how often per second one of these threads got a processor
 * @param throttled the share of time for which its control groups throttled the process or one of its threads
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
    /** The value that means an unknown value. */
    public static final double UNKNOWN = -1;

    public static final CpuUse NOT_REPORTED =
            new CpuUse(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
}
