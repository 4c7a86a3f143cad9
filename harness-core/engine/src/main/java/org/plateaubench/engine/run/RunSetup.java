// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/**
 * The setup of a run. Immutable.
 *
 * @param located prefixes a message, its second argument, with the position of a path in the run file
 */
public record RunSetup(
        String runId,
        RunPlan plan,
        PluginCatalog catalog,
        SecretReferences secrets,
        Map<String, String> files,
        BinaryOperator<String> located,
        Path sutFolder,
        List<AgentLink> agents) {
    public record AgentLink(String agent, Transport<ToAgent, ToController> transport) {}

    public Map<String, String> files(PlannedWorkload workload) {
        Map<String, String> result = new TreeMap<>();
        workload.files().forEach((name, file) -> result.put(name, files.getOrDefault(file.path(), "")));
        return result;
    }
}
