// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.measure.calibration.Calibration;

/**
 * A calibration in {@code environment.json}; raw figures in nanoseconds.
 *
 * @param clockReadNanos time that one read of the clock takes
 * @param clockStepNanos smallest step between two reads that differ, 0 when it never moved
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
    /** The key in the environment, of calibrations by agent. */
    public static final String KEY = "calibrations";

    /** Lateness of waits; {@code cpuPerWait} is negative when it is not known. */
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

    /** The stored form of a calibration. */
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

    /** The calibrations of an environment by agent. Missing or unreadable ones are left out. */
    public static Map<String, Calibration> inEnvironment(Map<String, Object> environment) {
        Map<String, Calibration> calibrations = new TreeMap<>();
        if (environment.get(KEY) instanceof Map<?, ?> trees) {
            trees.forEach((agent, tree) -> {
                try {
                    calibrations.put(
                            String.valueOf(agent),
                            Documents.ofTree(tree, StoredCalibration.class).calibration());
                } catch (IllegalArgumentException e) {
                    // A calibration of another version: nothing depends on it, so it is left out.
                    calibrations.remove(String.valueOf(agent));
                }
            });
        }
        return calibrations;
    }

    private Calibration calibration() {
        return new Calibration(
                new Calibration.ClockCost(clockReadNanos, clockStepNanos),
                platformParkErrorNanos.error(),
                virtualParkErrorNanos.error(),
                longestStallNanos,
                lengthNanos);
    }
}
