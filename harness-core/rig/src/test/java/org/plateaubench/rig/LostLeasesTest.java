// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** A broker that has lost what it stored, as after its disk was replaced, numbers leases from the start again. */
final class LostLeasesTest {
    @RegisterExtension
    final TestRig broker = new TestRig();

    @Test
    void agentServesNextRunAfterLeasesAreLost() throws Exception {
        try (AgentLine line = broker.line(broker.load())) {
            serve(line, "run-1");
            serve(line, "run-2");
            broker.restartEmpty();
            for (String said = ""; !said.equals("The broker can be reached again."); ) {
                said = Objects.requireNonNull(
                        broker.notices.poll(60, TimeUnit.SECONDS), "the agent is connected again");
            }
            serve(line, "run-3");
        }
    }

    private void serve(AgentLine line, String run) throws Exception {
        var agreed = broker.agreeing(line);
        try (Rig rig = new Rig(broker.desk(), "desk on this host", System::nanoTime);
                Transport<ToAgent, ToController> controller = TestRig.engage(rig, run);
                Transport<ToController, ToAgent> agent = agreed.get(60, TimeUnit.SECONDS)) {
            assertThat(agent.send(new ToController.Ready(Map.of()))).isTrue();
            assertThat(controller.receive(TestRig.LONG)).isEqualTo(new ToController.Ready(Map.of()));
        }
    }
}
