// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunSpec;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.key.RigType;
import org.plateaubench.loader.NearestName;

/** Decides which agents drive which workload: those that list it, or, if no list does, all agents without a list. */
record DriverRule(List<String> agents, Map<String, List<String>> workloadsByAgent) {
    private static final String AGENTS = RigType.agentsPath(RunFileKeys.RIG.name());

    static DriverRule of(RunSpec spec, List<String> agentNames, PlanProblems problems) {
        RigSpec rig = spec.rig();
        boolean isDefault = agentNames.equals(List.of(Planner.LOCAL_AGENT));
        if (rig == null || (rig.count() == null && !rig.isOfBroker())) {
            return all(agentNames);
        }
        Integer count = rig.count();
        if (count != null) {
            if (!isDefault) {
                problems.atValue(
                        AGENTS,
                        "requests agents of this host, and the command line agents of a broker: leave one of the"
                                + " two out");
            }
            return all(RigSpec.local(count));
        }
        List<RigSpec.Chosen> choices = rig.choices();
        if (!isDefault && agentNames.size() != choices.size()) {
            problems.atValue(
                    AGENTS, "names the agents of the run, and the command line others: leave one of the two out");
            return all(agentNames);
        }
        List<String> agents = isDefault ? rig.provisionalNames() : agentNames;
        Map<String, List<String>> workloadsByAgent = new HashMap<>();
        for (int i = 0; i < choices.size(); i++) {
            List<String> drives = choices.get(i).drives();
            if (drives != null) {
                workloadsByAgent.put(agents.get(i), drives);
            }
        }
        DriverRule rule = new DriverRule(agents, workloadsByAgent);
        rule.check(spec, problems);
        return rule;
    }

    private static DriverRule all(List<String> agents) {
        return new DriverRule(agents, Map.of());
    }

    private void check(RunSpec spec, PlanProblems problems) {
        List<String> workloads =
                spec.workloads().stream().map(WorkloadSpec::name).toList();
        RigSpec rig = spec.rig();
        for (RigSpec.Chosen chosen : rig == null ? List.<RigSpec.Chosen>of() : rig.agents()) {
            List<String> drives = chosen.drives();
            for (int i = 0; drives != null && i < drives.size(); i++) {
                if (!workloads.contains(drives.get(i))) {
                    problems.atValue(
                            chosen.path() + ".drives[" + i + "]",
                            "unknown workload '" + drives.get(i) + "'" + NearestName.hint(drives.get(i), workloads));
                }
            }
        }
        for (String workload : workloads) {
            if (drivers(workload).isEmpty()) {
                problems.atValue(
                        AGENTS,
                        "has no agent for workload " + workload + ": every agent has drives, and none names it");
            }
        }
    }

    /** The agents that drive a workload; if there is none, a problem is reported, and all agents are returned. */
    List<String> driversOrAll(String workload) {
        List<String> drivers = drivers(workload);
        return drivers.isEmpty() ? agents : drivers;
    }

    private List<String> drivers(String workload) {
        List<String> named = agents.stream()
                .filter(agent -> workloadsByAgent.getOrDefault(agent, List.of()).contains(workload))
                .toList();
        return named.isEmpty()
                ? agents.stream()
                        .filter(agent -> !workloadsByAgent.containsKey(agent))
                        .toList()
                : named;
    }
}
