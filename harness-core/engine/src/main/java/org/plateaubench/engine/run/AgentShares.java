// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;

/**
 * The shares of all agents, collected once, because a separate search for each of thousands of agents would pass over
 * all shares each time. An agent that has no users of a workload does not drive it. Immutable.
 */
public final class AgentShares {
    private final Map<String, List<Driven>> byAgent = new HashMap<>();

    public record Driven(PlannedWorkload workload, AgentShare share) {}

    private AgentShares(RunPlan plan) {
        for (PlannedWorkload workload : plan.workloads()) {
            for (AgentShare share : workload.drivingShares()) {
                byAgent.computeIfAbsent(share.agent(), agent -> new ArrayList<>())
                        .add(new Driven(workload, share));
            }
        }
    }

    public static AgentShares of(RunPlan plan) {
        return new AgentShares(plan);
    }

    /** The shares of one agent, in the order of the plan; may be empty. */
    public List<Driven> of(String agent) {
        return byAgent.getOrDefault(agent, List.of());
    }
}
