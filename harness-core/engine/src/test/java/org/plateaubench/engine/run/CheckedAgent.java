// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.agent.AgentRules;
import org.plateaubench.engine.run.agent.AgentShares;
import org.plateaubench.engine.run.agent.AgentState;
import org.plateaubench.engine.run.agent.SutReaders;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToController;

/** The rules for what one agent of many says, for a program that measures what they cost. One thread. */
final class CheckedAgent {
    private static final String STORE = "store";

    private final AgentRules rules;

    private CheckedAgent(AgentRules rules) {
        this.rules = rules;
    }

    /**
     * Agents that each drive workload {@code store} of every tile, in a run of an hour; its operations are numbered from 1.
     *
     * @param tiles number of tiles
     * @param operations number of operations of each workload
     */
    static List<CheckedAgent> of(List<String> agents, int tiles, int operations) {
        List<AgentShare> shares = IntStream.range(0, agents.size())
                .mapToObj(at -> new AgentShare(agents.get(at), at, 1, 0, 0, 0))
                .toList();
        List<OperationDefinition> defined = IntStream.rangeClosed(1, operations)
                .mapToObj(number -> OperationDefinition.of("operation" + number, ""))
                .toList();
        AgentShares all = AgentShares.of(plan(IntStream.rangeClosed(1, tiles)
                .mapToObj(tile -> workload(tile, shares, defined))
                .toList()));
        SutReaders none = new SutReaders(Map.of(), Map.of());
        return agents.stream()
                .map(agent -> new CheckedAgent(new AgentRules(agent, all, "", none)))
                .toList();
    }

    private static PlannedWorkload workload(int tile, List<AgentShare> shares, List<OperationDefinition> operations) {
        return new PlannedWorkload(
                tile,
                STORE,
                STORE,
                STORE,
                null,
                DataPolicy.RESET,
                new Load.Closed(shares.size(), 1),
                shares,
                Map.of(),
                new Mix.Flat(operations.stream().collect(Collectors.toMap(OperationDefinition::name, each -> 1.0))),
                operations,
                List.of(),
                Map.of(),
                new MetricDefinition("rate", "1/s", MetricDefinition.ALL_OPERATIONS, 1),
                List.of(),
                List.of(),
                Execution.VIRTUAL,
                Map.of(),
                1,
                List.of(),
                1);
    }

    private static RunPlan plan(List<PlannedWorkload> workloads) {
        return new RunPlan(
                "cost",
                "",
                1,
                RunClass.MODIFIED,
                List.of(),
                List.of(),
                new PhaseTimes(Duration.ZERO, Duration.ofHours(1), Duration.ZERO, Duration.ofSeconds(1)),
                Duration.ofSeconds(1),
                workloads.size(),
                Duration.ZERO,
                List.of(),
                null,
                List.of(),
                workloads,
                List.of(),
                false,
                List.of(),
                new JudgeBounds(75, true, 50, true, 0, false));
    }

    /**
     * Checks a message of an agent that drives its load.
     *
     * @throws RefusedMessageException with what it may not say
     */
    void check(ToController message) throws RefusedMessageException {
        rules.check(AgentState.READY, message);
    }
}
