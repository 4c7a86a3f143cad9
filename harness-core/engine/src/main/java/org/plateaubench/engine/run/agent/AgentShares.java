// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;

/**
 * The shares of all agents, collected once, because a separate search for each of thousands of agents would pass over
 * all shares each time. An agent that has no users of a workload does not drive it. Immutable.
 */
public final class AgentShares {
    private final RunPlan plan;
    private final Map<String, List<Driven>> byAgent = new HashMap<>();

    /** An agent's share of a workload. */
    public record Driven(PlannedWorkload workload, AgentShare share, PlannedFigures figures) {}

    private AgentShares(RunPlan plan) {
        this.plan = plan;
        for (PlannedWorkload workload : plan.workloads()) {
            PlannedFigures figures = new PlannedFigures(workload);
            for (AgentShare share : workload.drivingShares()) {
                byAgent.computeIfAbsent(share.agent(), agent -> new ArrayList<>())
                        .add(new Driven(workload, share, figures));
            }
        }
    }

    public static AgentShares of(RunPlan plan) {
        return new AgentShares(plan);
    }

    public RunPlan plan() {
        return plan;
    }

    /** The shares of one agent, in the order of the plan; may be empty. */
    public List<Driven> of(String agent) {
        return byAgent.getOrDefault(agent, List.of());
    }

    /** The figures of the workloads that one agent drives, by scope, {@code tile/workload}. */
    Map<String, PlannedFigures> figures(String agent) {
        Map<String, PlannedFigures> figures = new TreeMap<>();
        of(agent).forEach(driven -> figures.put(driven.workload().scope(), driven.figures()));
        return figures;
    }
}
