// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.key.RigSpec;

/**
 * Checks the agents to which the SUTs of a run file refer: each must drive load, since other agents get no plugins.
 * Not thread-safe.
 *
 * @param rig the rig of the run file, null for none
 * @param driving the agents that drive load; null while they are not known
 * @param idle agents that drive nothing, as far as they are known
 */
record AgentUses(@Nullable RigSpec rig, @Nullable List<String> driving, List<String> idle, PlanProblems problems) {
    private static final int MAX_NAMED = 20;

    /**
     * Creates the check of a run.
     *
     * @param areKnown whether these are the agents of the run, and not others that the run file names
     */
    static AgentUses of(@Nullable RigSpec rig, List<String> given, boolean areKnown, PlanProblems problems) {
        Integer count = rig == null ? null : rig.count();
        if (count != null) {
            return new AgentUses(rig, RigSpec.local(count), List.of(), problems);
        }
        if (rig == null || !rig.isOfBroker()) {
            return new AgentUses(rig, areKnown ? given : null, List.of(), problems);
        }
        List<RigSpec.Chosen> choices = rig.choices();
        boolean isByName = choices.stream().allMatch(each -> each.name() != null);
        boolean isUsual = given.equals(List.of(Planner.LOCAL_AGENT));
        List<String> names = isUsual || given.size() != choices.size() ? rig.provisionalNames() : given;
        List<String> driving = new ArrayList<>();
        List<String> idle = new ArrayList<>();
        for (int i = 0; i < choices.size(); i++) {
            (RigSpec.drivesLoad(choices.get(i)) ? driving : idle).add(names.get(i));
        }
        return new AgentUses(rig, isByName || (areKnown && !isUsual) ? driving : null, idle, problems);
    }

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
        return idle.contains(agent)
                ? "agent '" + agent + "' drives nothing, and reads nothing of SUTs"
                : "unknown agent '" + agent + "'";
    }

    private String shown(List<String> known) {
        String all = known.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                + (known.size() > MAX_NAMED ? " and " + (known.size() - MAX_NAMED) + " more" : "");
        return rig == null ? all + " (others are named in rig.agents, or by --agents of a run)" : all;
    }
}
