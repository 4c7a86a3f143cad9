// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.sut;

import java.nio.file.Path;
import java.util.List;
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
 * @param sutFolder folder with a subfolder for each embedded SUT; created when needed
 * @param agents connections to the agents of the plan
 */
public record RunSetup(
        String runId,
        RunPlan plan,
        PluginCatalog catalog,
        SecretReferences secrets,
        Path sutFolder,
        List<AgentLink> agents) {
    public RunSetup {
        agents = List.copyOf(agents);
    }
}
