// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.RunController.CalibrationNotes;
import org.plateaubench.measure.calibration.Calibration;
import org.plateaubench.measure.calibration.Calibration.ParkError;

final class CalibrationNotesTest {
    private final RunPlan plan = new MadePlan().store(1).build();
    private final PlannedWorkload workload = plan.workloads().getFirst();

    @Test
    void aHostThatWakesUpTooLateForAWorkloadIsNamedBeforeTheLoadBegins() {
        List<CalibrationNotes.Note> notes = notes(workload.lagBoundMs() + 0.5);
        assertThat(notes).hasSize(1);
        assertThat(notes.getFirst().scope()).isEqualTo("1/store");
        assertThat(notes.getFirst().sentence())
                .contains("agent local")
                .contains(String.format("more than %.2f ms late", workload.lagBoundMs() + 0.5))
                .contains("./plateau calibrate");
    }

    @Test
    void aHostThatKeepsTheBoundIsNot() {
        assertThat(notes(workload.lagBoundMs())).isEmpty();
    }

    private List<CalibrationNotes.Note> notes(double lateMs) {
        ParkError late = new ParkError(1_000, 0, 0, (long) (lateMs * 1e6), 1L << 40, 0);
        Calibration calibration = new Calibration(new Calibration.ClockCost(25, 1), late, late, 0, 1);
        return CalibrationNotes.of(plan, Map.of("local", calibration));
    }
}
