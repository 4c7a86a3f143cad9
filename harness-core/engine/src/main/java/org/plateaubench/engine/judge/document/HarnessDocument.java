// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.AgentCpu;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.result.AgentResult;
import org.plateaubench.engine.judge.result.HarnessResult;
import org.plateaubench.measure.calibration.Calibration;

/** The figures of the harness itself in {@link ResultDocument}. */
public record HarnessDocument(
        HarnessResult.@Nullable Lag dispatchLagMs,
        HarnessResult.@Nullable Lag completionLagMs,
        HarnessResult.@Nullable Lag wakeUpLagMs,
        @Nullable Double longestStallMs,
        @Nullable Double cpuShare,
        @Nullable AgentCpu cpu,
        @JsonInclude(Include.NON_NULL) @Nullable List<AgentResult> agents,
        @Nullable Map<String, CalibrationRow> calibration) {
    static HarnessDocument of(HarnessResult harness) {
        Map<String, CalibrationRow> calibrations = new TreeMap<>();
        harness.calibrations().forEach((agent, made) -> calibrations.put(agent, CalibrationRow.of(made)));
        return new HarnessDocument(
                harness.dispatchLag(),
                harness.completionLag(),
                harness.wakeUpLag(),
                harness.longestStallMs(),
                harness.cpuShare(),
                harness.cpu(),
                harness.agents().isEmpty() ? null : harness.agents(),
                calibrations.isEmpty() ? null : calibrations);
    }

    /** The calibration of an agent's host. */
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
}
