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

/** A broker that has lost its stored data, for example after its disk was replaced, numbers leases from 1 again. */
final class LostLeasesTest {
    @RegisterExtension
    final BrokerFixture broker = new BrokerFixture();

    @Test
    void agentServesNextRunAfterLeasesAreLost() throws Exception {
        try (AgentConnections connections = broker.connections(broker.agentCredentials())) {
            serve(connections, "run-1");
            serve(connections, "run-2");
            broker.restartEmpty();
            for (String notice = ""; !notice.equals("The broker can be reached again."); ) {
                notice = Objects.requireNonNull(
                        broker.notices.poll(60, TimeUnit.SECONDS), "the agent is connected again");
            }
            serve(connections, "run-3");
        }
    }

    private void serve(AgentConnections connections, String run) throws Exception {
        var accepted = broker.acceptNextRun(connections);
        try (RigConnection rig =
                        new RigConnection(broker.controllerCredentials(), "desk on this host", System::nanoTime);
                Transport<ToAgent, ToController> controller = BrokerFixture.engage(rig, run);
                Transport<ToController, ToAgent> agent = accepted.get(60, TimeUnit.SECONDS)) {
            assertThat(agent.send(new ToController.Ready(Map.of()))).isTrue();
            assertThat(controller.receive(BrokerFixture.LONG)).isEqualTo(new ToController.Ready(Map.of()));
        }
    }
}
