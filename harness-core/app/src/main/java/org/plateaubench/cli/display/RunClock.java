// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Load;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.SteadyPart;
import org.plateaubench.engine.plan.StepText;

/** Elapsed and remaining time of a run by its plan, and the current step of each workload. */
record RunClock(RunPlan plan) {

    /**
     * One line for each workload that is in a step at an instant, such as {@code 1/store step 2 of 4: 50 users, 60s}.
     */
    List<String> steps(long runNanos) {
        List<String> lines = new ArrayList<>();
        Duration now = Duration.ofNanos(runNanos);
        for (PlannedWorkload workload : plan.workloads()) {
            for (SteadyPart part : workload.parts()) {
                if (part.step() > 0 && now.compareTo(part.start()) >= 0 && now.compareTo(part.end()) < 0) {
                    Load load = workload.load();
                    lines.add(workload.scope() + " step " + part.step() + " of "
                            + load.steps().size() + ": "
                            + StepText.of(load, load.steps().get(part.step() - 1)));
                }
            }
        }
        return lines;
    }

    /**
     * Elapsed and planned time, such as {@code 0:12 / 1:25}; only the elapsed time in the drain, after the end of the
     * plan.
     */
    String elapsed(long runNanos) {
        if (runNanos > plan.phases().issueEndNanos()) {
            return LiveText.clock(runNanos);
        }
        return LiveText.clock(runNanos) + " / " + LiveText.clock(plan.phases().issueEndNanos());
    }

    /** Share of the planned time that has passed, 0 to 1. */
    double share(long runNanos) {
        return Math.clamp((double) runNanos / plan.phases().issueEndNanos(), 0.0, 1.0);
    }

    /** The purpose of a phase, in a few words. */
    static String purpose(Phase phase) {
        return switch (phase) {
            case PREPARE -> "starting systems and loading data";
            case RAMP_UP -> "users start, nothing counts yet";
            case STEADY -> "measured";
            case RAMP_DOWN -> "the load continues while the last operations of the window end";
            case DRAIN -> "no new operation starts; operations in flight may end";
        };
    }
}
