// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Load;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.SteadyPart;
import org.plateaubench.engine.plan.StepText;

/** Determines the current step in the schedule of each workload. */
record StepClock(RunPlan plan) {

    /**
     * One line for each workload that is in a step at an instant, such as {@code 1/store step 2 of 4: 50 users, 60s}.
     */
    List<String> lines(long runNanos) {
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
}
