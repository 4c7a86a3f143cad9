// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.TrialPlan;
import org.plateaubench.app.rig.RigWatch.SeenAgent;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Role;

/** Problems that prevent a run on the agents of a rig, found before an agent is reserved. */
final class RigAgentsTest {
    private static RunPlan plan() throws Exception {
        return TrialPlan.of(List.of("load1"));
    }

    private static SeenAgent onThisHost(Map<String, String> labels, String problem) {
        SutHosts.Place place = SutHosts.Place.ofThisProcess();
        return new SeenAgent(
                "load1",
                SeenAgent.CONNECTED,
                place.host(),
                place.start(),
                "0.1",
                labels,
                place.addresses(),
                "",
                "",
                1.0,
                null,
                null,
                problem);
    }

    private static RigAgents agents(boolean onSutHosts, SeenAgent agent) {
        RigSpec.Chosen chosen =
                new RigSpec.Chosen("rig.agents[0]", "load1", Map.of(), 1, null, null, List.of(), List.of());
        return new RigAgents(
                new Credentials("desk", Role.CONTROLLER, "tls://bench.lab:4222", "", "password", null),
                List.of(agent),
                new RigSpec(null, List.of(chosen), onSutHosts));
    }

    @Test
    void agentOnSutHostPreventsStartUnlessAllowed() throws Exception {
        RigAgents refused = agents(false, onThisHost(Map.of(), ""));
        assertThat(refused.obstacles(plan()))
                .singleElement()
                .asString()
                .startsWith("Agent load1 is on host ")
                .contains("where SUT store is too", "allow it with rig.onSutHosts: allow");
        assertThatThrownBy(() -> refused.connect("run-1", PluginCatalog.of(), plan()))
                .isInstanceOf(IOException.class)
                .hasMessage(refused.obstacles(plan()).getFirst());

        assertThat(agents(true, onThisHost(Map.of(), "")).obstacles(plan())).isEmpty();
    }

    @Test
    void unusableAgentPreventsStart() throws Exception {
        assertThat(agents(true, onThisHost(Map.of(), "Agent load1 has not sent a message."))
                        .obstacles(plan()))
                .containsExactly("Agent load1 has not sent a message.");
    }
}
