// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.reach.HostRules;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.WorkloadEntry;
import org.plateaubench.spi.SutServiceType;

/** Whether a run that was asked for from outside names nothing of the host but what an administrator has allowed. */
public final class ReachCheck {
    private ReachCheck() {}

    /**
     * Looks at every parameter of a plan.
     *
     * @throws WrongConfiguration with everything that is not allowed, located in the run file
     */
    public static void check(RunFile file, RunPlan plan, PluginCatalog catalog, HostRules rules)
            throws WrongConfiguration {
        PlanProblems problems = new PlanProblems(file);
        for (PlannedSut sut : plan.suts()) {
            SutServiceType<?> type = catalog.sutService(sut.service()).orElseThrow();
            problems.add("suts." + sut.name(), rules.refused(sut.service(), type.parametersType(), sut.parameters()));
        }
        for (PlannedWorkload workload : plan.workloads()) {
            String owner = workload.plugin() + "/" + workload.workload();
            WorkloadEntry entry = catalog.workload(owner).orElseThrow();
            problems.add(
                    "workloads." + workload.name() + ".parameters",
                    rules.refused(owner, entry.workload().parametersType(), workload.parameters()));
        }
        problems.throwIfAny();
    }
}
