// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.plateaubench.api.Execution;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.calibration.Calibration;

/** Notes before the load begins that a host will hardly meet the bound on lag (measurement rule M16). */
final class CalibrationNotes {
    private CalibrationNotes() {}

    /**
     * A note.
     *
     * @param scope {@code tile/workload}
     * @param sentence a sentence for the operator
     */
    record Note(String scope, String sentence) {}

    /**
     * Notes in the order of the plan.
     *
     * @param calibrations calibrations by name of the agent
     */
    static List<Note> of(RunPlan plan, Map<String, Calibration> calibrations) {
        List<Note> notes = new ArrayList<>();
        for (PlannedWorkload workload : plan.workloads()) {
            for (AgentShare share : workload.drivingShares()) {
                Calibration calibration = calibrations.get(share.agent());
                if (calibration != null) {
                    double lateMs = waits(workload, calibration).p99Nanos() / Nanos.PER_MILLI;
                    if (lateMs > workload.lagBoundMs()) {
                        notes.add(new Note(workload.scope(), sentence(share.agent(), lateMs, workload.lagBoundMs())));
                    }
                }
            }
        }
        return notes;
    }

    /**
     * The precision of the waits of a workload, which is the same for event loops and for users on platform threads.
     */
    private static Calibration.ParkError waits(PlannedWorkload workload, Calibration calibration) {
        return workload.execution() == Execution.VIRTUAL ? calibration.virtual() : calibration.platform();
    }

    private static String sentence(String agent, double lateMs, double boundMs) {
        return String.format(
                Locale.ROOT,
                "Before the load began, the host of agent %s woke its threads up too late for this workload: 1 wait in 100"
                        + " ended more than %.2f ms late, and at most %.2f ms are allowed. If waits under load are as late,"
                        + " the result is invalid. Stop what else runs on that host, and check it with ./plateau"
                        + " calibrate.",
                agent,
                lateMs,
                boundMs);
    }
}
