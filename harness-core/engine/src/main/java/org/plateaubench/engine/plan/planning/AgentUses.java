// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.rig.RigSpec;

/**
 * Checks the agents to which the SUTs of a run file refer: each must drive load, since other agents have no plugins.
 * Not thread-safe.
 *
 * @param rig the rig of the run file, null for none
 * @param driving the agents that drive load; null while they are not known
 * @param observing agents that only observe their hosts, as far as they are known
 */
record AgentUses(@Nullable RigSpec rig, @Nullable List<String> driving, List<String> observing, PlanProblems problems) {
    private static final int MOST_NAMED = 20;

    /**
     * Creates the check of a run.
     *
     * @param given names of the agents with which the run was started
     * @param areKnown whether these are the agents of the run, and not others that the run file names
     * @param observers agents that only observe their hosts, including those chosen by labels; null while they are not
     *     known
     */
    static AgentUses of(
            @Nullable RigSpec rig,
            List<String> given,
            boolean areKnown,
            @Nullable List<RigSpec.Observer> observers,
            PlanProblems problems) {
        List<RigSpec.Observer> named = rig == null ? List.of() : rig.telemetry();
        return new AgentUses(
                rig,
                driving(rig, given, areKnown),
                Stream.concat(named.stream(), observers == null ? Stream.empty() : observers.stream())
                        .map(RigSpec.Observer::name)
                        .toList(),
                problems);
    }

    private static @Nullable List<String> driving(@Nullable RigSpec rig, List<String> given, boolean areKnown) {
        Integer count = rig == null ? null : rig.count();
        if (count != null) {
            return RigSpec.local(count);
        }
        if (rig != null && rig.isOfBroker() && given.equals(List.of(Planner.LOCAL_AGENT))) {
            return rig.choices().stream().allMatch(each -> each.name() != null) ? rig.provisionalNames() : null;
        }
        return areKnown ? given : null;
    }

    /**
     * Checks the agents to which a SUT refers.
     *
     * @param byParameter names of agents by parameter, empty for no particular one
     */
    void check(String sut, Map<String, String> byParameter) {
        List<String> known = driving;
        if (known == null) {
            return;
        }
        byParameter.forEach((parameter, agent) -> {
            if (!agent.isEmpty() && !known.contains(agent)) {
                problems.atValue(
                        RunFileKeys.SUTS.entry(sut) + "." + parameter,
                        flaw(agent) + "; agents that drive load: " + shown(known));
            }
        });
    }

    private String flaw(String agent) {
        return observing.contains(agent)
                ? "agent '" + agent + "' only observes its host, and reads nothing of SUTs"
                : "unknown agent '" + agent + "'";
    }

    private String shown(List<String> known) {
        String all = known.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (known.size() > MOST_NAMED ? " and " + (known.size() - MOST_NAMED) + " more" : "");
        return rig == null ? all + " (others are named in rig.agents, or by --agents of a run)" : all;
    }
}
