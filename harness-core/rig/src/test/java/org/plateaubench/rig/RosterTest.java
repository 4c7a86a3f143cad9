// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.rig.Roster.AgentStatus;
import org.plateaubench.wire.Message;

/** Who is there, heard through a real nats-server. */
final class RosterTest {
    @RegisterExtension
    final TestRig broker = new TestRig();

    private AgentLine line(Credentials user, Presence presence) throws IOException, InterruptedException {
        return AgentLine.connect(user, System::nanoTime, sentence -> {}, () -> presence);
    }

    private static Presence presence(String agent, String version) {
        return new Presence(
                agent,
                version,
                "host-of-" + agent,
                7,
                "",
                Map.of("site", "a"),
                List.of("10.0.0.1"),
                null,
                new RunningHost("of-" + agent, "pid:[1]"));
    }

    @Test
    void anAgentIsHeardWithTheControllerThatHasIt() throws Exception {
        try (AgentLine line = line(broker.load(), presence("load1", "0.1"));
                Rig rig = Rig.connect(broker.desk(), "desk (process 1)", System::nanoTime);
                Roster roster = Roster.listen(broker.desk(), System::nanoTime)) {
            List<AgentStatus> heard = roster.await(all -> !all.isEmpty());

            assertThat(heard).singleElement().satisfies(one -> {
                assertThat(one.agent()).isEqualTo("load1");
                assertThat(one.who()).isEqualTo(presence("load1", "0.1"));
                assertThat(one.isMissing()).isFalse();
            });
            assertThat(roster.leases()).isEmpty();
            Offer offer = new Offer("run-1", "desk", Message.PROTOCOL_VERSION, Message.SPI_VERSION, 1, List.of());
            // The agent answers no offer here; the lease is taken before.
            Thread engaging = Thread.ofPlatform().daemon().start(() -> engage(rig, offer));
            Await.until(() -> !roster.leases().isEmpty());
            assertThat(roster.leases()).containsEntry("load1", "desk (process 1)");
            engaging.interrupt();
            engaging.join();
            assertThat(line).isNotNull();
        }
    }

    private static void engage(Rig rig, Offer offer) {
        try {
            rig.engage("load1", offer, Map.of()).close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void agentWithUnreadablePresenceIsListedWithTheReason() throws Exception {
        try (BrokerConnection raw = BrokerConnection.open(broker.load(), new RecordingWatcher(broker.told));
                Roster roster = Roster.listen(broker.desk(), System::nanoTime)) {
            List<AgentStatus> heard = roster.await(all -> {
                raw.publish(Subjects.presence("load1"), "{\"agent\":1}".getBytes(StandardCharsets.UTF_8));
                return all.size() == 1;
            });

            assertThat(heard).singleElement().satisfies(one -> {
                assertThat(one.agent()).isEqualTo("load1");
                assertThat(one.who()).isNull();
                assertThat(one.flaw()).startsWith("What agent load1 says of itself is refused: ");
            });
        }
    }

    @Test
    void theCredentialsOfAnAgentShowNoRosterAndStartNoRun() {
        assertThatThrownBy(() -> Roster.listen(broker.load(), System::nanoTime))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("The credentials of load1 are those of an agent");
        assertThatThrownBy(() -> Rig.connect(broker.load(), "load1", System::nanoTime))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "The credentials of load1 are those of an agent; a run needs those of a controller");
    }
}
