// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.rig.broker.BrokerFolder;
import org.plateaubench.rig.broker.BrokerServer;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** What a controller hears of an agent that a real broker admits no more. */
final class WithdrawnAgentsTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);
    private static final String WITHDRAWN = "The credentials of agent load1 were withdrawn at the broker.";

    @TempDir
    private Path folder;

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private BrokerFolder broker = unknown();
    private BrokerServer server = unknown();
    private Credentials desk = unknown();
    private Credentials load = unknown();

    @SuppressWarnings({"TypeParameterUnusedInFormals", "NullAway"}) // Set before each test.
    private static <T> T unknown() {
        return null;
    }

    @BeforeEach
    void start() throws Exception {
        broker = TestBroker.prepare(folder.resolve("broker"));
        desk = broker.add("desk", Role.CONTROLLER);
        load = broker.add("load1", Role.AGENT);
        server = BrokerServer.start(TestBroker.program(), broker);
    }

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private AgentLine line(Credentials user) throws IOException, InterruptedException {
        return AgentLine.connect(
                user,
                System::nanoTime,
                Journals.in(Files.createDirectories(folder.resolve("journals")), Instant::now),
                told::add,
                () -> new Presence(user.name(), "test", "here", 1, "", Map.of()),
                AgentLine.Pace.DRIVING);
    }

    private CompletableFuture<Transport<ToController, ToAgent>> agreeing(AgentLine line, String plugins) {
        // A thread of its own: the common pool may have one for all tests.
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        Engagement engagement = Objects.requireNonNull(line.next(Duration.ofNanos(LONG)));
                        return engagement.agree(
                                new KeptJars(folder.resolve("jars"), null),
                                Files.createDirectory(folder.resolve(plugins)));
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    private static Transport<ToAgent, ToController> engage(Rig rig, String run)
            throws IOException, InterruptedException {
        Offer offer = new Offer(run, "desk", Message.PROTOCOL_VERSION, Message.SPI_VERSION, 1, List.of());
        return rig.engage("load1", offer, digest -> null);
    }

    private void withdraw() throws Exception {
        broker.remove("load1");
        assertThat(BrokerServer.reload(TestBroker.program(), broker)).isTrue();
    }

    /** Its silence alone would say so later, and not why. One of the same name that is admitted then serves the next. */
    @Test
    void anAgentWhoseCredentialsAreWithdrawnInARunIsNamedAsThat() throws Exception {
        try (Rig rig = Rig.connect(desk, "desk", System::nanoTime)) {
            try (AgentLine line = line(load)) {
                var agreed = agreeing(line, "first");
                try (Transport<ToAgent, ToController> controller = engage(rig, "run-1")) {
                    agreed.get(60, TimeUnit.SECONDS);
                    withdraw();
                    assertThatThrownBy(() -> controller.receive(LONG))
                            .isInstanceOf(PeerLostException.class)
                            .hasMessage(WITHDRAWN);
                }
            }
            Credentials replaced = broker.add("load1", Role.AGENT);
            assertThat(BrokerServer.reload(TestBroker.program(), broker)).isTrue();
            try (AgentLine line = line(replaced)) {
                var agreed = agreeing(line, "second");
                try (Transport<ToAgent, ToController> controller = engage(rig, "run-2");
                        Transport<ToController, ToAgent> agent = agreed.get(60, TimeUnit.SECONDS)) {
                    assertThat(agent.send(new ToController.Heartbeat(7))).isTrue();
                    assertThat(controller.receive(LONG)).isEqualTo(new ToController.Heartbeat(7));
                }
            }
        }
    }

    /** Else one agent could have a controller give up another. */
    @Test
    void noUserTellsThatAnAgentWasWithdrawn() throws Exception {
        for (Credentials user : List.of(load, desk)) {
            try (BrokerConnection hostile = BrokerConnection.open(user, new RecordingWatcher(told))) {
                hostile.publish(Subjects.withdrawn("load2"), new byte[0]);
                assertThat(told.poll(60, TimeUnit.SECONDS))
                        .contains("Permissions Violation for Publish to \"plateau.rig.withdrawn.load2\"");
            }
        }
    }

    @Test
    @SuppressWarnings("try") // The agent only has to be there.
    void theRosterSaysItToo() throws Exception {
        try (AgentLine line = line(load);
                Roster roster = Roster.listen(desk, System::nanoTime)) {
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
