// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.rig.Roster.AgentStatus;
import org.plateaubench.wire.Message;

/** The agents that are present, as announced through a real nats-server. */
final class RosterTest {
    private static final long AHEAD = TimeUnit.HOURS.toNanos(3);

    @RegisterExtension
    final TestRig broker = new TestRig();

    private static Presence presence(ClockOffset.@Nullable Estimate clock) {
        RunningHost host = new RunningHost("of-load1", "pid:[1]");
        return new Presence(
                "load1", "0.1", "host-of-load1", 7, "", Map.of("site", "a"), List.of("10.0.0.1"), null, host, clock);
    }

    @Test
    void rosterShowsAgentClockAndController() throws Exception {
        try (AgentLine line = new AgentLine(
                        broker.load(), () -> System.nanoTime() + AHEAD, broker.notices::add, RosterTest::presence);
                Rig rig = new Rig(broker.desk(), "desk (process 1)", System::nanoTime);
                Roster roster = new Roster(broker.desk(), System::nanoTime)) {
            Await.until(() ->
                    roster.agents().stream().map(AgentStatus::who).anyMatch(who -> who != null && who.clock() != null));
            List<AgentStatus> heard = roster.agents();

            assertThat(heard).singleElement().satisfies(one -> {
                assertThat(one.agent()).isEqualTo("load1");
                ClockOffset.Estimate clock =
                        Objects.requireNonNull(Objects.requireNonNull(one.who()).clock());
                assertThat(one.who()).isEqualTo(presence(clock));
                assertThat(clock.aheadNanos() + AHEAD).isBetween(-clock.boundNanos(), clock.boundNanos());
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
        try (BrokerConnection raw = BrokerConnection.open(broker.load(), new RecordingWatcher(broker.notices));
                Roster roster = new Roster(broker.desk(), System::nanoTime)) {
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
    void agentCredentialsAreRefusedForRosterAndRun() {
        assertThatThrownBy(() -> new Roster(broker.load(), System::nanoTime))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("The credentials of load1 are those of an agent");
        assertThatThrownBy(() -> new Rig(broker.load(), "load1", System::nanoTime))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "The credentials of load1 are those of an agent; a run needs those of a controller");
    }
}
