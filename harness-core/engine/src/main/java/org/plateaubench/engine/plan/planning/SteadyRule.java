// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunSpec;
import org.plateaubench.engine.config.WorkloadSpec;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.LoadSpec;

/**
 * Determines the length of the steady phase: from the run file, or from the schedules, which must all have the same
 * length.
 */
final class SteadyRule {
    private SteadyRule() {}

    /** The length; null, with a problem reported here or before, if there is none. */
    static @Nullable Duration steady(RunSpec spec, PlanProblems problems) {
        Duration steady = spec.phases().get(RunFileKeys.STEADY);
        String origin = "phases.steady is ";
        for (WorkloadSpec workload : spec.workloads()) {
            LoadSpec load = workload.get(RunFileKeys.LOAD);
            if (load == null || load.steps().isEmpty()) {
                continue;
            }
            Duration length = length(load.steps());
            if (steady == null) {
                steady = length;
                origin = "the steps of workload " + workload.name() + " last ";
            } else if (!steady.equals(length)) {
                problems.atValue(
                        LoadKeys.SCHEDULE_OF_USERS.within(
                                RunFileKeys.LOAD.within(RunFileKeys.WORKLOADS.entry(workload.name()))),
                        "its steps last " + Durations.format(length) + ", but " + origin + Durations.format(steady)
                                + ": a schedule must fill the steady phase exactly, or leave phases.steady out");
            }
        }
        return steady;
    }

    private static Duration length(List<LoadStep> steps) {
        return steps.stream().map(LoadStep::length).reduce(Duration.ZERO, Duration::plus);
    }
}
