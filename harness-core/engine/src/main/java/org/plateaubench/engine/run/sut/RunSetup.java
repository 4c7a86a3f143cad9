// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.sut;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.agent.AgentLink;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.SecretReferences;

/**
 * The setup of a run. Immutable.
 *
 * @param runId id of the run
 * @param plan the plan
 * @param catalog plugins of this process
 * @param secrets values of the references in the plan
 * @param files texts of the files of the workloads, by path, see {@link org.plateaubench.engine.plan.PlannedFile}
 * @param sutFolder folder with a subfolder for each embedded SUT; created when needed
 * @param agents connections to the agents of the plan
 */
public record RunSetup(
        String runId,
        RunPlan plan,
        PluginCatalog catalog,
        SecretReferences secrets,
        Map<String, String> files,
        Path sutFolder,
        List<AgentLink> agents) {
    public RunSetup {
        agents = List.copyOf(agents);
        files = Map.copyOf(files);
    }

    /** Texts of the files of a workload, by the name that its parameters give them. */
    public Map<String, String> files(PlannedWorkload workload) {
        Map<String, String> result = new TreeMap<>();
        workload.files().forEach((name, file) -> result.put(name, files.getOrDefault(file.path(), "")));
        return result;
    }
}
