// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.reach.HostRules;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.WorkloadEntry;
import org.plateaubench.spi.SutServiceType;

/** Checks that a run requested from outside names only those parts of the host that an administrator has allowed. */
public final class ReachCheck {
    private ReachCheck() {}

    /**
     * Checks every parameter of a plan.
     *
     * @throws WrongConfiguration with all values that are not allowed, located in the run file
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
