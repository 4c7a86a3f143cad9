// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.rig.Roster.AgentStatus;
import org.plateaubench.wire.Message;

/** Tests the list of connected agents, and requests to them, with a real nats-server. */
final class RosterTest {
    private static final long AHEAD = TimeUnit.HOURS.toNanos(3);

    @RegisterExtension
    final BrokerFixture broker = new BrokerFixture();

    private static Presence presence(ClockOffset.@Nullable Estimate clock) {
        RunningHost host = new RunningHost("of-load1", "pid:[1]");
        return new Presence(
                "load1", "0.1", "host-of-load1", 7, "", Map.of("site", "a"), List.of("10.0.0.1"), null, host, clock);
    }

    @Test
    void rosterShowsAgentClockAndController() throws Exception {
        try (AgentConnections connections = new AgentConnections(
                        broker.agentCredentials(),
                        () -> System.nanoTime() + AHEAD,
                        broker.notices::add,
                        RosterTest::presence);
                RigConnection rig =
                        new RigConnection(broker.controllerCredentials(), "desk (process 1)", System::nanoTime);
                Roster roster = new Roster(broker.controllerCredentials(), System::nanoTime)) {
            Await.until(() -> roster.agents().stream()
                    .map(AgentStatus::presence)
                    .anyMatch(presence -> presence != null && presence.clock() != null));
            List<AgentStatus> agents = roster.agents();

            assertThat(agents).singleElement().satisfies(agent -> {
                assertThat(agent.agent()).isEqualTo("load1");
                ClockOffset.Estimate clock = Objects.requireNonNull(
                        Objects.requireNonNull(agent.presence()).clock());
                assertThat(agent.presence()).isEqualTo(presence(clock));
                assertThat(clock.aheadNanos() + AHEAD).isBetween(-clock.boundNanos(), clock.boundNanos());
                assertThat(agent.isMissing()).isFalse();
            });
            assertThat(roster.leases()).isEmpty();
            Offer offer = new Offer("run-1", "desk", Message.PROTOCOL_VERSION, Message.SPI_VERSION, 1, List.of());
            // No agent answers the offer, but the lease is taken before the answer.
            Thread engaging = Thread.ofPlatform().daemon().start(() -> engage(rig, offer));
            Await.until(() -> !roster.leases().isEmpty());
            assertThat(roster.leases()).containsEntry("load1", "desk (process 1)");
            engaging.interrupt();
            engaging.join();
            assertThat(connections).isNotNull();
        }
    }

    private static void engage(RigConnection rig, Offer offer) {
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
        try (BrokerConnection raw =
                        BrokerConnection.open(broker.agentCredentials(), new RecordingWatcher(broker.notices));
                Roster roster = new Roster(broker.controllerCredentials(), System::nanoTime)) {
            List<AgentStatus> agents = roster.await(all -> {
                raw.publish(Subjects.presence("load1"), "{\"agent\":1}".getBytes(StandardCharsets.UTF_8));
                return all.size() == 1;
            });

            assertThat(agents).singleElement().satisfies(agent -> {
                assertThat(agent.agent()).isEqualTo("load1");
                assertThat(agent.presence()).isNull();
                assertThat(agent.problem()).startsWith("The presence of agent load1 is refused: ");
            });
        }
    }

    /** More would time out and be repeated, all of them again and again. */
    @Test
    void noMoreThan256RequestsAreUnansweredAtOnce() throws Exception {
        int all = 1_000;
        String subject = Subjects.to("load1", "run-1");
        BlockingQueue<String> unanswered = new LinkedBlockingQueue<>();
        List<Integer> numbersUnanswered = new ArrayList<>();
        try (BrokerConnection controller =
                        BrokerConnection.open(broker.controllerCredentials(), new RecordingWatcher(broker.notices));
                BrokerConnection agent =
                        BrokerConnection.open(broker.agentCredentials(), new RecordingWatcher(broker.notices));
                ExecutorService requesters = Executors.newVirtualThreadPerTaskExecutor()) {
            agent.subscribe(subject, (_, bytes, replyTo) -> {
                if (bytes.length == 0) {
                    agent.publish(Objects.requireNonNull(replyTo), bytes);
                } else {
                    unanswered.add(Objects.requireNonNull(replyTo));
                }
            });
            Await.until(() -> controller.request(subject, new byte[0], Duration.ofMillis(100)) != null);
            for (int each = 0; each < all; each++) {
                requesters.submit(() -> controller.request(subject, new byte[1], Duration.ofSeconds(60)));
            }
            for (int left = all; left > 0; left -= numbersUnanswered.getLast()) {
                int expected = Math.min(256, left);
                Await.until(() -> unanswered.size() >= expected);
                numbersUnanswered.add(unanswered.size());
                for (int each = 0; each < expected; each++) {
                    agent.publish(unanswered.take(), new byte[1]);
                }
            }
        }
        assertThat(numbersUnanswered).containsExactly(256, 256, 256, 232);
    }

    @Test
    void agentCredentialsAreRefusedForRosterAndRun() {
        assertThatThrownBy(() -> new Roster(broker.agentCredentials(), System::nanoTime))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("The credentials of load1 belong to an agent");
        assertThatThrownBy(() -> new RigConnection(broker.agentCredentials(), "load1", System::nanoTime))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "The credentials of load1 belong to an agent; a run needs credentials of a controller");
    }
}
