// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.KeyValue;
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

/** Who may have an agent, with a real nats-server. */
final class LeaseHoldersTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path folder;

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private Credentials desk = unknown();
    private Credentials load = unknown();
    private BrokerServer server = unknown();

    @SuppressWarnings({"TypeParameterUnusedInFormals", "NullAway"}) // Set before each test.
    private static <T> T unknown() {
        return null;
    }

    @BeforeEach
    void start() throws Exception {
        BrokerFolder broker = TestBroker.prepare(folder.resolve("broker"));
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

    private static Rig rig(Credentials user) throws IOException, InterruptedException {
        return Rig.connect(user, user.name() + " (process 1 of localhost)", System::nanoTime);
    }

    private static Transport<ToAgent, ToController> engage(Rig rig, String run)
            throws IOException, InterruptedException {
        Offer offer = new Offer(run, "desk", Message.PROTOCOL_VERSION, Message.SPI_VERSION, 1, List.of());
        return rig.engage("load1", offer, digest -> null);
    }

    /** As of a broker that an earlier version has made, which admitted such a name. */
    @Test
    void anAgentThatIsCalledAsThoseOfTheControllersHostIsTakenByNone() throws Exception {
        Offer offer = new Offer("run-1", "desk", Message.PROTOCOL_VERSION, Message.SPI_VERSION, 1, List.of());
        try (Rig rig = rig(desk)) {
            assertThatThrownBy(() -> rig.engage("local-2", offer, digest -> null))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("Agent local-2 is not used: 'local-2' is the name of an agent of the"
                            + " controller's own host")
                    .hasMessageEndingWith("remove-agent local-2 and add it under another name.");
            assertThatThrownBy(() -> rig.observe("local", offer)).hasMessageStartingWith("Agent local is not used");
        }
    }

    private CompletableFuture<Transport<ToController, ToAgent>> agreeing(AgentLine line) {
        // A thread of its own: the common pool may have one for all tests.
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        Engagement engagement = Objects.requireNonNull(line.next(Duration.ofNanos(LONG)));
                        return engagement.agree(
                                new KeptJars(folder.resolve("jars"), null),
                                Files.createTempDirectory(folder, "plugins"));
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    /** Its holder may renew the lease between the removal and the other's try, and then it is removed again. */
    private static Transport<ToAgent, ToController> takenAway(BrokerConnection own, Rig second) throws Exception {
        long until = System.nanoTime() + LONG;
        while (true) {
            own.client().keyValue(Subjects.LEASES).delete("load1");
            try {
                return engage(second, "run-2");
            } catch (IOException e) {
                if (!String.valueOf(e.getMessage()).contains("is in use by") || System.nanoTime() > until) {
                    throw e;
                }
            }
        }
    }

    /** As in two containers: user, process and host have the same names. The one that was paused has lost the agent. */
    @Test
    void twoControllersOfTheSameNameAreToldApart() throws Exception {
        Journals journals = Journals.in(Files.createDirectories(folder.resolve("journals")), Instant::now);
        Presence who = new Presence("load1", "test", "here", 1, "", Map.of());
        try (Rig paused = rig(desk);
                Rig second = rig(desk);
                AgentLine line = AgentLine.connect(
                        load, System::nanoTime, journals, told::add, () -> who, AgentLine.Pace.DRIVING);
                BrokerConnection own = BrokerConnection.open(desk, new RecordingWatcher(told))) {
            var agreed = agreeing(line);
            try (Transport<ToAgent, ToController> lost = engage(paused, "run-1")) {
                agreed.get(60, TimeUnit.SECONDS);
                var again = agreeing(line);
                try (Transport<ToAgent, ToController> controller = takenAway(own, second)) {
                    again.get(60, TimeUnit.SECONDS);
                    assertThatThrownBy(() -> lost.receive(LONG / 2))
                            .isInstanceOf(PeerLostException.class)
                            .hasMessage("Another controller has taken agent load1.");
                    assertThat(controller.send(new ToAgent.Abort("over"))).isTrue();
                }
            }
        }
    }

    /** Its holder learns by the first renewal that it is lost, and is never given it back by another one. */
    @Test
    void aLeaseThatAnotherControllerHasIsNeitherRenewedNorReleased() throws Exception {
        try (BrokerConnection own = BrokerConnection.open(desk, new RecordingWatcher(told))) {
            KeyValue kept = Lease.of(own.client());
            Lease lost = Lease.take(() -> kept, "load1", Lease.holder("one"));
            kept.delete("load1");
            Lease other = Lease.take(() -> kept, "load1", Lease.holder("other"));

            assertThat(lost.renew(0)).isFalse();
            assertThat(lost.renew(0)).isFalse();
            lost.release();

            assertThat(kept.get("load1"))
                    .isNotNull()
                    .satisfies(lease -> assertThat(lease.getRevision()).isEqualTo(other.number()));
            assertThat(other.renew(0)).isTrue();
            other.release();
            assertThat(kept.get("load1")).isNull();
        }
    }

    /** The broker tells it apart from the answer for which the call waits. */
    @Test
    void anAgentThatClaimsToBeAControllerIsRefusedWithASentence() throws Exception {
        Credentials forged = new Credentials(load.name(), Role.CONTROLLER, load.url(), load.authority(), load.key());
        String refused = " refuses load1: Permissions Violation for ";
        try (Rig rig = rig(forged)) {
            assertThatThrownBy(() -> engage(rig, "run-1")).hasMessageContaining(refused + "Publish to \"$JS.API");
            assertThatThrownBy(() -> rig.kept("load1", "run-1"))
                    .hasMessageStartingWith("Agent load1 gives no journal: ")
                    .hasMessageContaining(refused);
        }
    }
}
