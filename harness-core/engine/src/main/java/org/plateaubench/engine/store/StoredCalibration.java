// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.measure.host.Calibration;

/**
 * A calibration in {@code environment.json}, with unrounded figures in nanoseconds.
 *
 * @param clockReadNanos time that one reading of the clock takes
 * @param clockStepNanos smallest difference between two readings that differ, 0 when the clock never advanced
 * @param platformParkErrorNanos lateness of waits of platform threads
 * @param virtualParkErrorNanos lateness of waits of virtual threads
 * @param longestStallNanos longest lateness of a thread that only sleeps
 * @param lengthNanos length of the measurement
 */
public record StoredCalibration(
        double clockReadNanos,
        long clockStepNanos,
        ParkError platformParkErrorNanos,
        ParkError virtualParkErrorNanos,
        long longestStallNanos,
        long lengthNanos) {
    /** The lateness of waits; {@code cpuPerWait} is negative when it is not known. */
    public record ParkError(int count, long p50, long p90, long p99, long max, long cpuPerWait) {
        private static ParkError of(Calibration.ParkError error) {
            return new ParkError(
                    error.count(),
                    error.p50Nanos(),
                    error.p90Nanos(),
                    error.p99Nanos(),
                    error.maxNanos(),
                    error.cpuNanosPerWait());
        }

        private Calibration.ParkError error() {
            return new Calibration.ParkError(count, p50, p90, p99, max, cpuPerWait);
        }
    }

    public static StoredCalibration of(Calibration calibration) {
        return new StoredCalibration(
                calibration.clock().readNanos(),
                calibration.clock().stepNanos(),
                ParkError.of(calibration.platform()),
                ParkError.of(calibration.virtual()),
                calibration.longestStallNanos(),
                calibration.lengthNanos());
    }

    /** The stored form of calibrations by agent, in the order of the agents' names. */
    public static Map<String, StoredCalibration> of(Map<String, Calibration> calibrations) {
        Map<String, StoredCalibration> stored = new TreeMap<>();
        calibrations.forEach((agent, calibration) -> stored.put(agent, of(calibration)));
        return stored;
    }

    public Calibration calibration() {
        return new Calibration(
                new Calibration.ClockCost(clockReadNanos, clockStepNanos),
                platformParkErrorNanos.error(),
                virtualParkErrorNanos.error(),
                longestStallNanos,
                lengthNanos);
    }
}
