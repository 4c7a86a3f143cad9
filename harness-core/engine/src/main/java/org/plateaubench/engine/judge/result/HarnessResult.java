// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentCpu;
import org.plateaubench.measure.host.Calibration;

/**
 * The figures of the harness itself in the steady window.
 *
 * @param dispatchLag dispatch lag over all workloads, null when there was none
 * @param completionLag completion lag over all workloads, null when it was not measured
 * @param wakeUpLag how late event loops woke up, over all workloads, null when there was none
 * @param longestStallMs longest stop of any agent, null when no interval lies in the window
 * @param cpuShare greatest mean CPU share of any agent's process over its cores, 1 for all of them, null when not known
 * @param cpu CPU of that agent in cores, null when not known
 * @param calibration calibration of each agent's host before the load began, by name of the agent; null when there was
 *     none
 */
public record HarnessResult(
        @JsonProperty("dispatchLagMs") @Nullable Lag dispatchLag,
        @JsonProperty("completionLagMs") @Nullable Lag completionLag,
        @JsonProperty("wakeUpLagMs") @Nullable Lag wakeUpLag,
        @Nullable Double longestStallMs,
        @Nullable Double cpuShare,
        @Nullable AgentCpu cpu,
        @Nullable Map<String, CalibrationRow> calibration) {
    public record Lag(
            @JsonProperty("p50") double p50Ms,
            @JsonProperty("p99") double p99Ms,
            @JsonProperty("p99_9") double p999Ms,
            @JsonProperty("max") double maxMs) {}

    public record CalibrationRow(
            double clockReadMs,
            double clockStepMs,
            @Nullable ParkError platformParkErrorMs,
            @Nullable ParkError virtualParkErrorMs,
            double longestStallMs,
            double lengthMs) {
        private static CalibrationRow of(Calibration calibration) {
            return new CalibrationRow(
                    Figures.millis(calibration.clock().readNanos()),
                    Figures.millis(calibration.clock().stepNanos()),
                    ParkError.of(calibration.platform()),
                    ParkError.of(calibration.virtual()),
                    Figures.millis(calibration.longestStallNanos()),
                    Figures.millis(calibration.lengthNanos()));
        }
    }

    /** The lateness of timed waits, in milliseconds. */
    public record ParkError(int count, double p50, double p90, double p99, double max) {
        private static @Nullable ParkError of(Calibration.ParkError error) {
            return error.count() == 0
                    ? null
                    : new ParkError(
                            error.count(),
                            Figures.millis(error.p50Nanos()),
                            Figures.millis(error.p90Nanos()),
                            Figures.millis(error.p99Nanos()),
                            Figures.millis(error.maxNanos()));
        }
    }

    public static @Nullable Map<String, CalibrationRow> calibration(Map<String, Calibration> calibrations) {
        Map<String, CalibrationRow> rows = new TreeMap<>();
        calibrations.forEach((agent, made) -> rows.put(agent, CalibrationRow.of(made)));
        return rows.isEmpty() ? null : rows;
    }
}
