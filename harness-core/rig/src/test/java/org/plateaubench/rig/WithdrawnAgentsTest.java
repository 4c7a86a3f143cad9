// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** What a controller hears of an agent that a real broker admits no more. */
final class WithdrawnAgentsTest {
    private static final String WITHDRAWN = "The credentials of agent load1 were withdrawn at the broker.";

    @RegisterExtension
    final TestRig broker = new TestRig();

    private void withdraw() throws Exception {
        broker.broker().remove("load1");
        assertThat(BrokerServer.reload(TestBroker.program(), broker.broker())).isTrue();
    }

    /** Its silence alone would say so later, and not why. One of the same name that is admitted then serves the next. */
    @Test
    void anAgentWhoseCredentialsAreWithdrawnInARunIsNamedAsThat() throws Exception {
        try (Rig rig = Rig.connect(broker.desk(), "desk", System::nanoTime)) {
            try (AgentLine line = broker.line(broker.load())) {
                var agreed = broker.agreeing(line);
                try (Transport<ToAgent, ToController> controller = TestRig.engage(rig, "run-1")) {
                    agreed.get(60, TimeUnit.SECONDS);
                    withdraw();
                    assertThatThrownBy(() -> controller.receive(TestRig.LONG))
                            .isInstanceOf(PeerLostException.class)
                            .hasMessage(WITHDRAWN);
                }
            }
            Credentials replaced = broker.broker().add("load1", Role.AGENT, null);
            assertThat(BrokerServer.reload(TestBroker.program(), broker.broker()))
                    .isTrue();
            try (AgentLine line = broker.line(replaced)) {
                var agreed = broker.agreeing(line);
                try (Transport<ToAgent, ToController> controller = TestRig.engage(rig, "run-2");
                        Transport<ToController, ToAgent> agent = agreed.get(60, TimeUnit.SECONDS)) {
                    assertThat(agent.send(new ToController.Ready(Map.of()))).isTrue();
                    assertThat(controller.receive(TestRig.LONG)).isEqualTo(new ToController.Ready(Map.of()));
                }
            }
        }
    }

    /** Else one agent could have a controller give up another. */
    @Test
    void noUserTellsThatAnAgentWasWithdrawn() throws Exception {
        for (Credentials user : List.of(broker.load(), broker.desk())) {
            try (BrokerConnection hostile = BrokerConnection.open(user, new RecordingWatcher(broker.told))) {
                hostile.publish(Subjects.withdrawn("load2"), new byte[0]);
                assertThat(broker.told.poll(60, TimeUnit.SECONDS))
                        .contains("Permissions Violation for Publish to \"plateau.rig.withdrawn.load2\"");
            }
        }
    }

    @Test
    @SuppressWarnings("try") // The agent only has to be there.
    void theRosterSaysItToo() throws Exception {
        try (AgentLine line = broker.line(broker.load());
                Roster roster = Roster.listen(broker.desk(), System::nanoTime)) {
            Await.until(() -> !roster.agents().isEmpty());
            withdraw();
            Await.until(() -> !roster.agents().getFirst().flaw().isEmpty());
            assertThat(roster.agents()).singleElement().satisfies(one -> {
                assertThat(one.who()).isNotNull();
                assertThat(one.flaw()).isEqualTo(WITHDRAWN);
            });
        }
    }
}
