// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.Map;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.SecretReferences;

/** Separate from planning, which must work on hosts without the secrets. */
public final class SecretCheck {
    private SecretCheck() {}

    public static void check(RunFile file, RunPlan plan, SecretReferences references) throws WrongConfiguration {
        PlanProblems problems = new PlanProblems(file);
        for (PlannedSut sut : plan.suts()) {
            check(RunFileKeys.SUTS.entry(sut.name()), sut.parameters(), references, problems);
        }
        for (PlannedWorkload workload : plan.workloads()) {
            String path = RunFileKeys.WORKLOADS.entry(workload.name());
            check(RunFileKeys.PARAMETERS.within(path), workload.parameters(), references, problems);
        }
        problems.throwIfAny();
    }

    private static void check(
            String section, Map<String, Object> parameters, SecretReferences references, PlanProblems problems) {
        parameters.forEach((name, value) -> {
            try {
                references.resolveAll(Map.of(name, value));
            } catch (IllegalArgumentException e) {
                problems.atValue(section + "." + name, String.valueOf(e.getMessage()));
            }
        });
    }
}
