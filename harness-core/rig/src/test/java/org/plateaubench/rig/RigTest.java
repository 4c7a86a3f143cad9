// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.nats.client.JetStreamManagement;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.PeerClock;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** Controllers and agents with a real nats-server between them. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
final class RigTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long QUIET = TimeUnit.MILLISECONDS.toNanos(200);
    private static final String SECRET = "the-secret-of-a-run-7c1f";

    @RegisterExtension
    final BrokerFixture broker = new BrokerFixture();

    private Offer.Jar jar = new Offer.Jar("shop.jar", "", 0);

    @BeforeEach
    void makeJar() throws Exception {
        byte[] bytes = new byte[3 * RigConnection.JAR_BYTES];
        jar = new Offer.Jar(
                "shop.jar",
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)),
                bytes.length);
        Files.write(broker.folder().resolve("shop.jar"), bytes);
    }

    private static RigConnection rig(Credentials user) throws IOException, InterruptedException {
        return new RigConnection(user, user.name() + " on this host", System::nanoTime);
    }

    private Offer offer(String run, int version) {
        return new Offer(run, "desk", version, Message.SPI_VERSION, 1, List.of(new Offer.Plugin("shop", List.of(jar))));
    }

    private Transport<ToAgent, ToController> engage(RigConnection rig, String run)
            throws IOException, InterruptedException {
        return rig.engage(
                "load1",
                offer(run, Message.PROTOCOL_VERSION),
                Map.of(jar.sha256(), broker.folder().resolve("shop.jar")));
    }

    @Test
    void agentReceivesPluginsAndRunInOrder() throws Exception {
        try (RigConnection rig = rig(broker.controllerCredentials());
                AgentConnections connections = broker.connections(broker.agentCredentials())) {
            var accepted = broker.acceptNextRun(connections);
            try (Transport<ToAgent, ToController> controller = engage(rig, "run-1");
                    Transport<ToController, ToAgent> agent = accepted.get(60, TimeUnit.SECONDS)) {
                long partsBefore = controller.arrivedParts();
                agent.send(new ToController.Heartbeat(1));
                Await.until(() -> controller.arrivedParts() > partsBefore);
                List<ToController> measured = new ArrayList<>();
                sendNumbered(agent, measured, 0, 200);
                for (ToController each : measured) {
                    assertThat(controller.receive(LONG)).isEqualTo(each);
                }
                controller.send(new ToAgent.Secrets(Map.of("env:PASSWORD", SECRET)));
                assertThat(((ToAgent.Secrets) Objects.requireNonNull(agent.receive(LONG))).values())
                        .containsValue(SECRET);
            }
        }
        assertThat(broker.folder().resolve("jars").resolve(jar.sha256() + ".jar"))
                .exists();
        assertThat(filesWith(SECRET)).isEmpty();
        assertThat(filesWith("desk on this host")).as("leases are stored").isNotEmpty();
    }

    /** The clock of the agent is an hour ahead, and then 300 ms more. */
    @Test
    void clockStepIsMeasuredWithinErrorBound() throws Exception {
        AtomicLong aheadNanos = new AtomicLong(TimeUnit.HOURS.toNanos(1));
        try (RigConnection rig = rig(broker.controllerCredentials());
                AgentConnections connections =
                        broker.connections(broker.agentCredentials(), () -> System.nanoTime() + aheadNanos.get())) {
            var accepted = broker.acceptNextRun(connections);
            try (Transport<ToAgent, ToController> controller = engage(rig, "run-1");
                    Transport<ToController, ToAgent> agent = accepted.get(60, TimeUnit.SECONDS)) {
                assertThat(controller.peerClock()).isEmpty();
                long origin = System.nanoTime();
                Await.until(() -> isStarted(controller, origin));
                long agentOrigin = ((ToAgent.Start) Objects.requireNonNull(agent.receive(LONG))).originNanos();
                PeerClock first = controller.peerClock().orElseThrow();
                // The start was converted with an earlier estimate, which may be less exact than the current one; the
                // change of the offset since then contains the difference.
                assertThat(agentOrigin - origin + first.departureNanos() - aheadNanos.get())
                        .isBetween(-first.boundNanos(), first.boundNanos());

                long step = TimeUnit.MILLISECONDS.toNanos(300);
                aheadNanos.addAndGet(step);
                // Until readings from before the step are replaced by later ones with a smaller bound.
                Await.until(() -> controller.peerClock().orElseThrow().departureNanos() > step / 2);
                PeerClock last = controller.peerClock().orElseThrow();
                assertThat(agentOrigin - origin + last.departureNanos() - aheadNanos.get())
                        .isBetween(-last.boundNanos(), last.boundNanos());
            }
        }
    }

    /** The controller closes its connections without ending the run, as if it were killed. */
    @Tag("slow")
    @Test
    void measurementsAreStoredUntilRunIsComplete() throws Exception {
        List<ToController> measured = new ArrayList<>();
        try (AgentConnections connections = broker.connections(broker.agentCredentials())) {
            var accepted = broker.acceptNextRun(connections);
            RigConnection killed = rig(broker.controllerCredentials());
            Transport<ToAgent, ToController> controller = engage(killed, "run-1");
            Transport<ToController, ToAgent> agent = accepted.get(60, TimeUnit.SECONDS);
            Await.until(() -> isStarted(controller, 0));
            assertThat(agent.receive(LONG)).isInstanceOf(ToAgent.Start.class);
            sendNumbered(agent, measured, 0, 300);
            assertThat(controller.receive(LONG)).isNotNull();
            killed.close();
            sendNumbered(agent, measured, 300, 600);
            assertThat(agent.receive(0)).isNull();
            try (RigConnection rig = rig(broker.controllerCredentials())) {
                assertThatThrownBy(() -> engageWhenFree(rig))
                        .hasMessage("Agent load1 still drives run run-1, and completes it even without a controller.");
                assertThat(rig.stream().hasEnded("load1", "run-1")).isFalse();
                agent.send(new ToController.Finished());
                measured.add(new ToController.Finished());
                agent.close();
                assertThat(rig.stream().hasEnded("load1", "run-1")).isTrue();
            }
        }
        try (RigConnection rig = rig(broker.controllerCredentials())) {
            for (int times = 0; times < 2; times++) {
                assertThat(stored(rig)).isEqualTo(measured);
            }
            rig.stream().remove("run-1");
            assertThat(stored(rig)).isEmpty();
            assertThat(rig.stream().hasEnded("load1", "run-1")).isFalse();
        }
    }

    /** The messages of the first run that the broker has stored, without the agent's clock readings. */
    private static List<ToController> stored(RigConnection rig) throws IOException, InterruptedException {
        List<ToController> all = new ArrayList<>();
        rig.stream().read("run-1", Set.of("load1"), (agent, message) -> all.add(message));
        List<ToController> clock =
                all.stream().filter(ToController.Telemetry.class::isInstance).toList();
        all.removeAll(clock);
        if (!all.isEmpty()) {
            BrokerReadings.assertFromOneHost(clock, System.nanoTime());
        }
        return all;
    }

    private static void sendNumbered(
            Transport<ToController, ToAgent> agent, List<ToController> measured, int from, int until)
            throws PeerLostException {
        for (int each = from; each < until; each++) {
            ToController message = new ToController.AgentEvent(
                    ToController.AgentEvent.Kind.FAULT, each, "agent/load1", "x".repeat(each % 7 == 0 ? 40_000 : 10));
            measured.add(message);
            assertThat(agent.send(message)).isTrue();
        }
    }

    /** The lease of a controller that was killed ends after 15 s. */
    private void engageWhenFree(RigConnection rig) throws Exception {
        Await.until(() -> {
            try {
                engage(rig, "run-2").close();
                return true;
            } catch (IOException e) {
                if (!String.valueOf(e.getMessage()).contains("in use")) {
                    throw e;
                }
                return false;
            }
        });
    }

    private static boolean isStarted(Transport<ToAgent, ToController> controller, long origin) {
        try {
            return controller.send(new ToAgent.Start(origin));
        } catch (PeerLostException e) {
            // The agent has not answered a clock request yet.
            return false;
        }
    }

    private List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> all = Files.walk(broker.folder().resolve("broker"))) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> {
                        try {
                            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
                        } catch (IOException e) {
                            return false;
                        }
                    })
                    .toList();
        }
    }

    @Tag("slow")
    @Test
    void killedBrokerLosesAndRepeatsNoMessage() throws Exception {
        try (RigConnection rig = rig(broker.controllerCredentials());
                AgentConnections connections = broker.connections(broker.agentCredentials())) {
            var accepted = broker.acceptNextRun(connections);
            try (Transport<ToAgent, ToController> controller = engage(rig, "run-1");
                    Transport<ToController, ToAgent> agent = accepted.get(60, TimeUnit.SECONDS)) {
                List<ToController> measured = new ArrayList<>();
                sendNumbered(agent, measured, 0, 50);
                assertThat(controller.receive(LONG)).isEqualTo(measured.getFirst());
                broker.kill();
                sendNumbered(agent, measured, 50, 100);
                controller.send(new ToAgent.Abort("over"));
                broker.start();
                for (ToController each : measured.subList(1, 100)) {
                    assertThat(controller.receive(LONG)).isEqualTo(each);
                }
                assertThat(agent.receive(LONG)).isEqualTo(new ToAgent.Abort("over"));
                assertThat(controller.receive(QUIET)).as("nothing twice").isNull();
            }
        }
    }

    /** Messages that the controller had received are kept, and the storing of later ones resumes. */
    @Test
    void publishingContinuesAfterStreamIsLost() throws Exception {
        try (RigConnection rig = rig(broker.controllerCredentials());
                AgentConnections connections = broker.connections(broker.agentCredentials())) {
            var accepted = broker.acceptNextRun(connections);
            try (Transport<ToAgent, ToController> controller = engage(rig, "run-1");
                    Transport<ToController, ToAgent> agent = accepted.get(60, TimeUnit.SECONDS)) {
                List<ToController> measured = new ArrayList<>();
                sendNumbered(agent, measured, 0, 50);
                for (ToController each : measured) {
                    assertThat(controller.receive(LONG)).isEqualTo(each);
                }
                broker.restartEmpty();
                measured.clear();
                sendNumbered(agent, measured, 50, 100);
                for (ToController each : measured) {
                    assertThat(controller.receive(LONG)).isEqualTo(each);
                }
            }
        }
    }

    /** The stream is lost after the broker has confirmed a message, but before the controller has received it. */
    @Tag("slow")
    @Test
    void messageLostByBrokerIsReported() throws Exception {
        try (RigConnection rig = rig(broker.controllerCredentials());
                AgentConnections connections = broker.connections(broker.agentCredentials());
                BrokerConnection own =
                        BrokerConnection.open(broker.agentCredentials(), new RecordingWatcher(broker.notices))) {
            var accepted = broker.acceptNextRun(connections);
            try (Transport<ToAgent, ToController> controller = engage(rig, "run-1");
                    Transport<ToController, ToAgent> agent = accepted.get(60, TimeUnit.SECONDS)) {
                agent.send(new ToController.Finished());
                assertThat(controller.receive(LONG)).isEqualTo(new ToController.Finished());
                long lease = ((EngagedAgent) controller).lease().number();
                Frame second = new Frame(Frame.Kind.MESSAGE, lease, 2, new byte[1]);
                own.store(Subjects.runStream("load1", "run-1"), "second", second.bytes())
                        .get(60, TimeUnit.SECONDS);
                assertThatThrownBy(() -> controller.receive(LONG))
                        .isInstanceOf(PeerLostException.class)
                        .hasMessage("The broker has lost a part of what agent load1 measured.");
            }
        }
    }

    @Test
    void twoControllersNeverShareAnAgent() throws Exception {
        Credentials other = broker.accounts().add("other", Role.CONTROLLER, null);
        broker.reload();
        try (RigConnection rig = rig(broker.controllerCredentials());
                AgentConnections connections = broker.connections(broker.agentCredentials())) {
            var accepted = broker.acceptNextRun(connections);
            try (Transport<ToAgent, ToController> controller = engage(rig, "run-1");
                    RigConnection second = connected(other)) {
                accepted.get(60, TimeUnit.SECONDS);
                assertThatThrownBy(() -> engage(second, "run-2"))
                        .hasMessage("Agent load1 is in use by desk on this host.");
                assertThat(controller.send(new ToAgent.Abort("over"))).isTrue();
            }
        }
    }

    /** The server reads its configuration some moments after the signal. */
    private RigConnection connected(Credentials user) throws InterruptedException {
        long deadline = System.nanoTime() + LONG;
        while (true) {
            try {
                return rig(user);
            } catch (IOException e) {
                assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
            }
        }
    }

    /** The broker refuses to store messages, as with a full disk. */
    @Tag("slow")
    @Test
    void brokerThatStoresNothingIsNamedAsCause() throws Exception {
        try (RigConnection rig = rig(broker.controllerCredentials());
                AgentConnections connections = broker.connections(broker.agentCredentials());
                BrokerConnection own =
                        BrokerConnection.open(broker.controllerCredentials(), new RecordingWatcher(broker.notices))) {
            var accepted = broker.acceptNextRun(connections);
            try (Transport<ToAgent, ToController> controller = engage(rig, "run-1");
                    Transport<ToController, ToAgent> agent = accepted.get(60, TimeUnit.SECONDS)) {
                JetStreamManagement streams = own.client().jetStreamManagement();
                for (String stream : List.of("KV_" + Subjects.LEASE_BUCKET, RunStream.NAME)) {
                    StreamConfiguration before = streams.getStreamInfo(stream).getConfiguration();
                    streams.updateStream(StreamConfiguration.builder(before)
                            .maximumMessageSize(1)
                            .build());
                }
                assertThatThrownBy(() -> {
                            long deadline = System.nanoTime() + LONG;
                            while (System.nanoTime() < deadline) {
                                sendNumbered(agent, new ArrayList<>(), 0, 1);
                                assertThat(controller.receive(QUIET)).isNull();
                            }
                        })
                        .isInstanceOf(PeerLostException.class)
                        .hasMessageContaining("The broker does not store what agent load1 measures: ");
            }
        }
    }

    @Test
    void agentOfAnotherVersionIsRefused() throws Exception {
        int former = Message.PROTOCOL_VERSION - 1;
        try (RigConnection rig = rig(broker.controllerCredentials());
                AgentConnections connections = broker.connections(broker.agentCredentials())) {
            var accepted = broker.acceptNextRun(connections);
            assertThatThrownBy(() -> rig.engage("load1", offer("run-1", former), Map.of()))
                    .hasMessageContaining("Agent load1 uses protocol version " + Message.PROTOCOL_VERSION + "/")
                    .hasMessageContaining("the controller " + former + "/");
            assertThatThrownBy(() -> accepted.get(60, TimeUnit.SECONDS)).hasMessageContaining(former + "/");
        }
    }

    @Test
    void agentCannotUseSubjectsOfOthers() throws Exception {
        broker.accounts().add("load2", Role.AGENT, null);
        try (BrokerConnection hostile =
                BrokerConnection.open(broker.agentCredentials(), new RecordingWatcher(broker.notices))) {
            for (String subject : List.of(
                    Subjects.from("load2", "run-1"),
                    Subjects.runStream("load2", "run-1"),
                    Subjects.to("load2", "run-1"),
                    Subjects.presence("load2"),
                    "$KV." + Subjects.LEASE_BUCKET + ".load2",
                    "$JS.API.STREAM.NAMES")) {
                hostile.publish(subject, new byte[10]);
                assertThat(broker.notices.poll(60, TimeUnit.SECONDS))
                        .contains("refuses load1: Permissions Violation for Publish to \"" + subject + "\"");
            }
            for (String subject : List.of(
                    Subjects.to("load2", "*"),
                    "plateau.from.>",
                    "plateau.rig.>",
                    "$KV.>",
                    "_INBOX.>",
                    Subjects.inbox("load2") + ">",
                    ">")) {
                hostile.subscribe(subject, (from, bytes, replyTo) -> {});
                assertThat(broker.notices.poll(60, TimeUnit.SECONDS))
                        .contains("refuses load1: Permissions Violation for Subscription to \"" + subject + "\"");
            }
        }
    }

    /** The permissions of a folder that a user created for the broker do not apply to the files in it. */
    @Test
    void brokerFilesArePrivate() throws Exception {
        try (Stream<Path> all = Files.list(broker.folder().resolve("broker"))) {
            assertThat(all.filter(path -> !path.endsWith("lock") && !path.endsWith("server.pid")))
                    .hasSizeGreaterThan(4)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .endsWith("------"));
        }
    }

    /**
     * The agent tries to connect for five seconds; waiting for the timeout of each refused attempt would take 40 s,
     * more than the deadline.
     */
    @Test
    @SuppressWarnings("try") // The connection only has to be open.
    void removedAgentIsDisconnected() throws Exception {
        try (AgentConnections connections = broker.connections(broker.agentCredentials())) {
            broker.accounts().remove("load1");
            broker.reload();
            assertThat(broker.notices.poll(60, TimeUnit.SECONDS)).isNotNull();
            long deadline = System.nanoTime() + 36 * SECOND;
            // next() must throw, so that the process of the agent ends.
            assertThatThrownBy(() -> {
                        while (System.nanoTime() < deadline) {
                            assertThat(connections.next(Duration.ofMillis(100))).isNull();
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no longer admits load1");
            assertThatThrownBy(() -> broker.connections(broker.agentCredentials()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("load1");
        }
    }

    @Tag("slow")
    @Test
    void hostileAgentIsDisconnectedAndNamed() throws Exception {
        byte[] garbage = "garbage, and some more of it".getBytes(StandardCharsets.UTF_8);
        for (String subject : List.of(Subjects.from("load1", "run-1"), Subjects.runStream("load1", "run-1"))) {
            try (RigConnection rig = rig(broker.controllerCredentials());
                    AgentConnections connections = broker.connections(broker.agentCredentials());
                    BrokerConnection hostile =
                            BrokerConnection.open(broker.agentCredentials(), new RecordingWatcher(broker.notices))) {
                var accepted = broker.acceptNextRun(connections);
                try (Transport<ToAgent, ToController> controller = engage(rig, "run-1")) {
                    accepted.get(60, TimeUnit.SECONDS);
                    hostile.publish(subject, garbage);
                    assertThatThrownBy(() -> controller.receive(LONG))
                            .isInstanceOf(PeerLostException.class)
                            .hasMessage(
                                    "Agent load1 was disconnected, because it sent an invalid message: The bytes do not"
                                            + " begin like a message.");
                }
            }
        }
        try (RigConnection rig = rig(broker.controllerCredentials())) {
            assertThatThrownBy(() -> rig.stream().read("run-1", Set.of("load1"), (agent, message) -> {}))
                    .hasMessageContaining("or leave the agent out with --without load1");
            rig.stream().read("run-1", Set.of("load2"), (agent, message) -> fail("load1 is left out"));
        }
    }
}
